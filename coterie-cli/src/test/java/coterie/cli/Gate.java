package coterie.cli;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Mutual exclusions for tests. Every process asks, enters after the time that it later stays
 * inside, and leaves; in slots one after the other, or all in a crowd; or nobody ever enters.
 */
public final class Gate implements Protocol<Gate.Msg> {
  public sealed interface Msg extends Message permits Knock {}

  public record Knock() implements Msg {}

  private static final String LOCK = "gate";

  private final Context<Msg> context;
  private final View members;
  private final Kind kind;
  private final long holdNanos;
  private final Alarm asking;
  private final Alarm entering;
  private final Alarm leaving;
  private long laps;
  private long token;

  private Gate(Context<Msg> context, View members, Kind kind, long holdNanos) {
    this.context = context;
    this.members = members;
    this.kind = kind;
    this.holdNanos = holdNanos;
    this.asking = context.alarm("ask", this::ask);
    this.entering = context.alarm("enter", this::enter);
    this.leaving = context.alarm("leave", this::leave);
  }

  @Override
  public void start() {
    if (kind == Kind.DOUBTERS) {
      context.note(new Note.Suspected(members.at(0)));
    }
    long slot = kind == Kind.SLOTS ? members.indexOf(context.self()) : 0;
    asking.start(2 * slot * holdNanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {}

  private void ask() {
    context.note(new Note.Wanted(LOCK));
    for (int i = 0; i < members.size(); i++) {
      context.send(members.at(i), new Knock());
    }
    if (kind != Kind.SHUT) {
      entering.start(holdNanos);
    }
  }

  private void enter() {
    token = laps++ * members.size() + members.indexOf(context.self()) + 1;
    context.note(new Note.Entered(LOCK, token));
    leaving.start(holdNanos);
  }

  private void leave() {
    context.note(new Note.Exited(LOCK, token));
    asking.start(2 * (members.size() - 1) * holdNanos);
  }

  enum Kind {
    SLOTS,
    CROWD,
    DOUBTERS,
    SHUT,
    BARE
  }

  static final Recipes RECIPES =
      new Recipes(
          List.of(
              new OfKind(Kind.SLOTS),
              new OfKind(Kind.CROWD),
              new OfKind(Kind.DOUBTERS),
              new OfKind(Kind.SHUT),
              new Pulse.OfKind(Pulse.Kind.PULSE)));

  /** With one that knows nothing of clients. */
  static final Recipes WITH_BARE = new Recipes(List.of(new OfKind(Kind.BARE)));

  record OfKind(Kind kind) implements MutexRecipe {
    @Override
    public String name() {
      return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
      return "a mutual exclusion for tests";
    }

    @Override
    public List<Setting> settings() {
      return kind == Kind.BARE
          ? List.of()
          : List.of(
              Setting.countOrAll("clients", "means nothing"),
              Setting.duration("think", "1s", "means nothing"),
              Setting.duration("hold", "1s", "how long one is inside"),
              Setting.duration("pace", "1s", "means nothing"));
    }

    @Override
    public Promise promise(Settings settings) {
      return kind == Kind.DOUBTERS ? new Promise.UnlessMistaken(false) : new Promise.Always();
    }

    @Override
    public Class<? extends Message> family() {
      return Msg.class;
    }

    @Override
    public NodeId claimant(NodeId from, NodeId to, Message message) {
      return from;
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of(new Cost("always", "n", nodes), new Cost("at most", "2n", 2L * nodes));
    }

    @Override
    public Map<String, String> laboratory() {
      return kind == Kind.BARE ? Map.of() : Map.of("pace", "2s");
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      if (members.size() > 20) {
        throw new IllegalArgumentException("at most 20 have room, not " + members.size());
      }
      long hold = settings.nanos("hold");
      return node -> node.add("gate", Msg.class, c -> new Gate(c, members, kind, hold));
    }
  }
}
