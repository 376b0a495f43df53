package coterie.cli;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusions for tests, by the clock on the wall: all ask at the start, and each is inside
 * for a second, one after the other; or all at once, under several promises.
 */
public final class Turnstile implements Protocol<Turnstile.Msg> {
  public sealed interface Msg extends Message permits Please {}

  public record Please() implements Msg {}

  private final Context<Msg> context;
  private final View members;
  private final Kind kind;
  private final String lock;
  private final Alarm enter;
  private final Alarm leave;

  private Turnstile(Context<Msg> context, View members, Kind kind) {
    this.context = context;
    this.members = members;
    this.kind = kind;
    this.lock = kind == Kind.PAIR ? "door" + index() % 2 : "mutex";
    this.enter = context.alarm("enter", this::enter);
    this.leave = context.alarm("leave", this::leave);
  }

  private int index() {
    return members.indexOf(context.self());
  }

  @Override
  public void start() {
    if (kind == Kind.IDLE) {
      return;
    }
    context.note(new Note.Wanted(lock));
    context.send(members.at(0), new Please());
    boolean isInTurn = kind == Kind.TURNSTILE || kind == Kind.PAIR;
    enter.start(TimeText.SECOND * (isInTurn ? 1 + index() : 1));
    if (kind == Kind.MISTAKEN) {
      context.note(new Note.Suspected(members.at(0)));
    }
  }

  private void enter() {
    context.note(new Note.Entered(lock, 10 + index()));
    leave.start(TimeText.SECOND);
  }

  private void leave() {
    context.note(new Note.Exited(lock, 10 + index()));
  }

  @Override
  public void receive(NodeId from, Msg message) {}

  enum Kind {
    TURNSTILE,
    PAIR,
    IDLE,
    CROWD,
    MISTAKEN,
    TRUSTING,
    BOUNDED
  }

  static final Recipes RECIPES =
      new Recipes(
          List.of(
              new OfKind(Kind.TURNSTILE),
              new OfKind(Kind.PAIR),
              new OfKind(Kind.IDLE),
              new OfKind(Kind.CROWD),
              new OfKind(Kind.MISTAKEN),
              new OfKind(Kind.TRUSTING),
              new OfKind(Kind.BOUNDED),
              new Pulse.OfKind(Pulse.Kind.PULSE)));

  record OfKind(Kind kind) implements MutexRecipe {
    @Override
    public String name() {
      return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
      return "a bad mutual exclusion, for tests";
    }

    @Override
    public Promise promise(Settings settings) {
      return switch (kind) {
        case MISTAKEN, TRUSTING -> new Promise.UnlessMistaken(false);
        case BOUNDED -> new Promise.WithinBounds(200, TimeText.SECOND);
        default -> new Promise.Always();
      };
    }

    @Override
    public Class<? extends Message> family() {
      return Msg.class;
    }

    @Override
    public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
      return from;
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of(new Cost("always", "1", 1));
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of();
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> node.add("turnstile", Msg.class, c -> new Turnstile(c, members, kind));
    }
  }
}
