package coterie.lab.hunt;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Recipe;
import java.util.List;
import java.util.Map;

/**
 * An election that is wrong: a process that has heard of no leader for a while takes itself for the
 * leader, and tells the others. Mostly that is well.
 */
public final class Hasty implements Protocol<Hasty.Msg> {
  public sealed interface Msg extends Message {}

  public record Claim() implements Msg {}

  /** It is never sent. */
  public record Apology() implements Msg {}

  private static final long MILLI = TimeText.SECOND / 1000;

  static final Recipe RECIPE =
      new ElectionRecipe.Value(
          "hasty",
          "who comes first leads",
          "1ms",
          List::of,
          true,
          Msg.class,
          nodes -> List.of(),
          Map.of(),
          (members, settings) ->
              node -> node.add("hasty", Msg.class, context -> new Hasty(context, members)));

  private final Context<Msg> context;
  private final View members;
  private final Alarm haste;
  private final Alarm regret;
  private boolean hasHeard;

  Hasty(Context<Msg> context, View members) {
    this.context = context;
    this.members = members;
    this.haste = context.alarm("haste", this::claim);
    this.regret = context.alarm("regret", () -> {});
  }

  @Override
  public void start() {
    haste.start((100 + context.random(900)) * MILLI);
    regret.start(3_600 * TimeText.SECOND);
  }

  private void claim() {
    if (hasHeard) {
      return;
    }
    hasHeard = true;
    context.note(new Note.Campaigned(1, "impatience"));
    context.note(new Note.Leads(1, Long.MAX_VALUE));
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        context.send(members.at(i), new Claim());
      }
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    hasHeard = true;
  }
}
