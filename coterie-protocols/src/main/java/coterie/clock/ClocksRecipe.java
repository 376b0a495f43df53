package coterie.clock;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Four clocks side by side by name. */
public final class ClocksRecipe implements Recipe {
  private static final long NANOS_A_MILLI = 1_000_000;

  @Override
  public String name() {
    return "clocks";
  }

  @Override
  public String summary() {
    return "wall, Lamport, vector and hybrid clocks side by side: which keep the order of events";
  }

  @Override
  public String latency() {
    return "uniform:10ms,50ms";
  }

  /** Clocks that agree would show nothing: the first process is half a second ahead. */
  @Override
  public SortedMap<NodeId, Long> skews(View members) {
    SortedMap<NodeId, Long> skews = new TreeMap<>();
    skews.put(members.at(0), 500 * NANOS_A_MILLI);
    return skews;
  }

  @Override
  public boolean notesStamps() {
    return true;
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration(
            "mean", "1s", "the mean time between two events of a process; 0: only a script's"),
        Setting.decimal("sends", "0.5", "the share of events that send a message, from 0 to 1"),
        Setting.duration(
            "drift", "1s", "how far ahead of the own wall clock a hybrid time may be"));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Clocks.Config config =
        new Clocks.Config(
            settings.nanos("mean"),
            settings.decimal("sends"),
            settings.nanos("drift") / NANOS_A_MILLI);
    return node ->
        node.add("clocks", Clocks.Msg.class, context -> new Clocks(context, members, config));
  }
}
