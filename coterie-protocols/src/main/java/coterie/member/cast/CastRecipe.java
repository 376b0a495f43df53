package coterie.member.cast;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Recipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.stream.IntStream;

/** Broadcasts among members that are known beforehand. */
public final class CastRecipe implements Recipe {
  private static final long FANOUT_MAX = 100;

  @Override
  public String name() {
    return "cast";
  }

  @Override
  public String summary() {
    return "small events that reach nearly all members, each of them at most once";
  }

  @Override
  public String latency() {
    return "10ms";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.count("fanout", 3, "number of members to which an event is sent each time"),
        Setting.duration("again", "200ms", "time from one sending of an event to the next"));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    long fanout = settings.count("fanout");
    if (fanout < 1 || fanout > FANOUT_MAX) {
      throw new IllegalArgumentException(
          "the fanout is 1 to %d, not %d".formatted(FANOUT_MAX, fanout));
    }
    Cast.Config service = Cast.Config.service();
    Cast.Config config =
        new Cast.Config(
            (int) fanout, settings.nanos("again"), service.originsMax(), service.memoryNanos());
    List<NodeId> all = IntStream.range(0, members.size()).mapToObj(members::at).toList();
    return node ->
        node.add("cast", Cast.Msg.class, context -> new Cast(context, () -> all, config));
  }
}
