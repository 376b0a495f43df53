package coterie.cli;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The simplest detector there is, to compare: all beat to all, and a fixed timeout. */
public final class Pulse implements Protocol<Pulse.Msg> {
  public sealed interface Msg extends Message permits Beat {}

  public record Beat() implements Msg {}

  private final Context<Msg> context;
  private final View members;
  private final long periodNanos;
  private final long timeoutNanos;
  private final Alarm beat;
  private final Alarm[] deadlines;
  private final boolean[] suspected;

  private Pulse(Context<Msg> context, View members, long periodNanos, long timeoutNanos) {
    this.context = context;
    this.members = members;
    this.periodNanos = periodNanos;
    this.timeoutNanos = timeoutNanos;
    this.beat = context.alarm("beat", this::beat);
    this.deadlines = new Alarm[members.size()];
    this.suspected = new boolean[members.size()];
    for (int i = 0; i < members.size(); i++) {
      int who = i;
      deadlines[i] = context.alarm("deadline-" + members.at(i), () -> missed(who));
    }
  }

  @Override
  public void start() {
    beat.start(context.random(periodNanos));
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        deadlines[i].start(timeoutNanos);
      }
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int who = members.indexOf(from);
    deadlines[who].start(timeoutNanos);
    if (suspected[who]) {
      suspected[who] = false;
      context.note(new Note.Trusted(from));
    }
  }

  private void beat() {
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        context.send(members.at(i), new Beat());
      }
    }
    beat.start(periodNanos);
  }

  private void missed(int who) {
    suspected[who] = true;
    context.note(new Note.Suspected(members.at(who)));
  }

  /** This detector and its broken variants. */
  static final Recipes RECIPES =
      new Recipes(
          List.of(new OfKind(Kind.PULSE), new OfKind(Kind.BLIND), new OfKind(Kind.NERVOUS)));

  /** The detector by name; two more are broken on purpose. */
  enum Kind {
    PULSE,
    BLIND,
    NERVOUS
  }

  record OfKind(Kind kind) implements DetectorRecipe {
    @Override
    public String name() {
      return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
      return "a fixed timeout, for tests";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.duration("period", "5", "from one beat to the next"),
          Setting.duration("timeout", "15", "how long silence lasts until it is suspicious"));
    }

    @Override
    public Map<String, String> laboratory() {
      return switch (kind) {
        case PULSE -> Map.of("period", "1", "timeout", "2500ms");
        case BLIND -> Map.of("period", "1", "timeout", "1h");
        case NERVOUS -> Map.of("period", "1", "timeout", "1ms");
      };
    }

    @Override
    public List<Knob> knobs() {
      return List.of(
          new Knob("timeout", List.of("1s", "1500ms", "2500ms", "5s")),
          new Knob("period", List.of("500ms", "1", "2")));
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      long period = settings.nanos("period");
      long timeout = settings.nanos("timeout");
      if (kind == Kind.PULSE && timeout < period) {
        throw new IllegalArgumentException("timeout must not be below period");
      }
      return node ->
          node.add("pulse", Msg.class, context -> new Pulse(context, members, period, timeout));
    }
  }
}
