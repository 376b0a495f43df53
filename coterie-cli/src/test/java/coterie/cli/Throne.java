package coterie.cli;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Elections for tests, none of them good: the first process always leads; everybody does, and calls
 * it safe; nobody ever does.
 */
public final class Throne implements Protocol<Throne.Msg> {
  public sealed interface Msg extends Message permits Hail {}

  public record Hail() implements Msg {}

  private static final NodeId FIRST = new NodeId(0);

  private final Context<Msg> context;
  private final View members;
  private final Kind kind;

  private Throne(Context<Msg> context, View members, Kind kind) {
    this.context = context;
    this.members = members;
    this.kind = kind;
  }

  @Override
  public void start() {
    context.note(new Note.Campaigned(0, "started"));
    for (int i = 0; i < members.size(); i++) {
      context.send(members.at(i), new Hail());
    }
    NodeId leader = kind == Kind.FIRST ? FIRST : context.self();
    if (kind != Kind.EMPTY) {
      context.note(new Note.Elected(leader, 1));
    }
    if (kind != Kind.EMPTY && leader.equals(context.self())) {
      context.note(new Note.Leads(1, Long.MAX_VALUE));
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {}

  enum Kind {
    FIRST,
    USURPERS,
    EMPTY
  }

  static final Recipes RECIPES =
      new Recipes(
          List.of(
              new OfKind(Kind.FIRST),
              new OfKind(Kind.USURPERS),
              new OfKind(Kind.EMPTY),
              new Pulse.OfKind(Pulse.Kind.PULSE)));

  record OfKind(Kind kind) implements ElectionRecipe {
    @Override
    public String name() {
      return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
      return "a bad election, for tests";
    }

    @Override
    public List<Setting> settings() {
      return List.of(Setting.duration("delay", "1s", "means nothing"));
    }

    @Override
    public boolean isFenced() {
      return kind == Kind.USURPERS;
    }

    @Override
    public Class<? extends Message> family() {
      return Msg.class;
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of(new Cost("always", "n", nodes), new Cost("at most", "2n", 2L * nodes));
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of("delay", "2s");
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      if (members.size() > 20) {
        throw new IllegalArgumentException("at most 20 can be seated, not " + members.size());
      }
      return node -> node.add("throne", Msg.class, c -> new Throne(c, members, kind));
    }
  }
}
