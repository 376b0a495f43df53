package coterie.elect.raft;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** Raft's election by name. */
public final class RaftRecipe {
  private static final List<Setting> SETTINGS =
      List.of(
          Setting.duration("timeout-min", "150ms", "the minimum election timeout"),
          Setting.duration("timeout-max", "300ms", "the maximum election timeout"),
          Setting.duration("heartbeat", "50ms", "from one heartbeat of the leader to its next"),
          Setting.count("drift", 10_000, "the greatest drift of a clock, in parts per million"));

  public static final ElectionRecipe RECIPE =
      new ElectionRecipe.Value(
          "raft",
          "election, without a log: votes of a majority, terms that fence, and a lease",
          "uniform:200us,1ms",
          () -> SETTINGS,
          true,
          Raft.Msg.class,
          RaftRecipe::costs,
          Settings.values(),
          RaftRecipe::blueprint);

  private RaftRecipe() {}

  /** The dead one is asked too, and does not answer. */
  private static List<Cost> costs(int nodes) {
    return List.of(
        new Cost("one candidate", "5n-7", Math.max(0, 5L * nodes - 7)),
        new Cost("with replies to the first heartbeat", "6n-9", Math.max(0, 6L * nodes - 9)));
  }

  private static Blueprint blueprint(View members, Settings settings) {
    if (members.size() > Raft.MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "raft takes groups of 1 to %d, not %d".formatted(Raft.MEMBERS_MAX, members.size()));
    }
    RaftConfig config = config(settings);
    return node -> node.add("raft", Raft.Msg.class, context -> new Raft(context, members, config));
  }

  /** How Raft runs by these settings, which are its own and may be others as well. */
  public static RaftConfig config(Settings settings) {
    return new RaftConfig(
        settings.nanos("timeout-min"),
        settings.nanos("timeout-max"),
        settings.nanos("heartbeat"),
        settings.count("drift"));
  }
}
