package coterie.elect.raft;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.ElectionRecipe;
import coterie.core.Message;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Raft's leader election by name. */
public final class RaftRecipe implements ElectionRecipe {
  @Override
  public String name() {
    return "raft";
  }

  @Override
  public String summary() {
    return "election, without a log: votes of a majority, terms that fence, and a lease";
  }

  @Override
  public String latency() {
    return "uniform:200us,1ms";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("timeout-min", "150ms", "the minimum election timeout"),
        Setting.duration("timeout-max", "300ms", "the maximum election timeout"),
        Setting.duration("heartbeat", "50ms", "from one heartbeat of the leader to its next"),
        Setting.count("drift", 10_000, "the greatest drift of a clock, in parts per million"));
  }

  @Override
  public boolean isFenced() {
    return true;
  }

  @Override
  public Class<? extends Message> family() {
    return Raft.Msg.class;
  }

  /** The dead one is asked too, and does not answer. */
  @Override
  public List<Cost> costs(int nodes) {
    return List.of(
        new Cost("one candidate", "5n-7", Math.max(0, 5L * nodes - 7)),
        new Cost("with replies to the first heartbeat", "6n-9", Math.max(0, 6L * nodes - 9)));
  }

  @Override
  public Map<String, String> laboratory() {
    return new TreeMap<>();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
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
