package coterie.elect.ring;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.ElectionRecipe;
import coterie.core.Message;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.elect.Announcing;
import coterie.member.Watch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ring election by name. */
public final class RingRecipe implements ElectionRecipe {
  @Override
  public String name() {
    return "ring";
  }

  @Override
  public String summary() {
    return "a token goes round and collects who stands; the highest is announced in a second lap";
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    settings.add(
        Setting.duration(
            "timeout", "2s", "how long an election may take before it begins again, at first"));
    settings.addAll(Announcing.settings());
    return settings;
  }

  @Override
  public String latency() {
    return "30ms";
  }

  @Override
  public boolean isFenced() {
    return false;
  }

  @Override
  public Class<? extends Message> family() {
    return RingElection.Msg.class;
  }

  /** Of those that are up, a single one needs no messages to elect itself. */
  @Override
  public List<Cost> costs(int nodes) {
    boolean isAlone = nodes <= 2;
    List<Cost> costs = new ArrayList<>();
    costs.add(new Cost("one notices", "2(n-1)", isAlone ? 0 : 2L * (nodes - 1)));
    costs.add(new Cost("two full laps", "2n", nodes == 1 ? 0 : 2L * nodes));
    costs.add(new Cost("all notice", "3n-4", isAlone ? 0 : 3L * nodes - 4));
    costs.sort(Comparator.comparingLong(Cost::messages));
    return List.copyOf(costs);
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("detector", "heartbeat");
    settings.put("period", "50ms");
    settings.put("silence", "300ms");
    settings.put("timeout", "300ms");
    settings.put("announce", "300ms");
    return settings;
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    RingElection.Config config =
        new RingElection.Config(settings.nanos("timeout"), Announcing.nanos(settings));
    Watch watch = Watch.of(members, settings);
    return node -> {
      @Nullable Detector detector = watch.add(node);
      node.add(
          "ring",
          RingElection.Msg.class,
          context -> new RingElection(context, members, detector, config));
    };
  }
}
