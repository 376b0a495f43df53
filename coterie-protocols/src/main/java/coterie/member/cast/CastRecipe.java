package coterie.member.cast;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.stream.IntStream;

/** Broadcasts among members that are known beforehand. */
public final class CastRecipe {
  public static final Recipe RECIPE =
      new Recipe.Value(
          "cast",
          "small events that reach nearly all members, each of them at most once",
          "10ms",
          List.of(
              Setting.count("fanout", 3, "number of members to which an event is sent each time"),
              Setting.duration("again", "200ms", "time from one sending of an event to the next")),
          CastRecipe::blueprint);

  private static final long FANOUT_MAX = 100;

  private CastRecipe() {}

  private static Blueprint blueprint(View members, Settings settings) {
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
