package coterie.testkit.junit;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes a number that grows, across crashes, too; a variant forgets it. */
public final class Ticker implements Protocol<Ticker.Msg> {
  /** What it tells the next member. */
  public sealed interface Msg extends Message {}

  /** The number. */
  public record Tick(long number) implements Msg {}

  /** An outcome. */
  public record Ticked(long number) implements Note {}

  /** What survives. */
  public record Saved(long number) {}

  private final Context<Msg> context;
  private final View members;
  private final long periodNanos;
  private final @Nullable Stable<Saved> stable;
  private final Alarm next;
  private long number;

  Ticker(Context<Msg> context, View members, long periodNanos, boolean isForgetful) {
    this.context = context;
    this.members = members;
    this.periodNanos = periodNanos;
    this.stable = isForgetful ? null : context.stable("number", Saved.class);
    this.next = context.alarm("next", this::tick);
    Saved before = stable == null ? null : stable.value();
    this.number = before == null ? 0 : before.number;
  }

  @Override
  public void start() {
    next.start(periodNanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {}

  /** Ticks once; scenarios call it. */
  public void tick() {
    number++;
    if (stable != null) {
      stable.save(new Saved(number));
    }
    context.note(new Ticked(number));
    int self = members.indexOf(context.self());
    context.send(members.at(members.after(self)), new Tick(number));
    next.start(periodNanos);
  }

  long number() {
    return number;
  }

  static Blueprint blueprint(View members, boolean isForgetful) {
    return node ->
        node.add("ticker", Msg.class, c -> new Ticker(c, members, 1_000_000_000, isForgetful));
  }

  /** The one that remembers. */
  public static class Sound implements Recipe {
    boolean isForgetful() {
      return false;
    }

    @Override
    public String name() {
      return "ticker";
    }

    @Override
    public String summary() {
      return "ticks";
    }

    @Override
    public List<Setting> settings() {
      return List.of(Setting.duration("period", "1s", "from one tick to the next"));
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return Ticker.blueprint(members, isForgetful());
    }
  }

  /** The one that forgets. */
  public static final class Forgetful extends Sound {
    @Override
    boolean isForgetful() {
      return true;
    }

    @Override
    public String name() {
      return "forgetful-ticker";
    }
  }

  /** Every tick of a process is higher than the one before. */
  public static final class TicksGrow implements Monitor<TicksGrow.State> {
    /** The last ticks. */
    public record State(List<Long> last, String wrong) {}

    private final View members;

    TicksGrow(View members) {
      this.members = members;
    }

    @Override
    public String judge() {
      return "ticks-grow";
    }

    @Override
    public State initial() {
      return new State(Collections.nCopies(members.size(), 0L), "");
    }

    @Override
    public boolean minds(Observation seen) {
      return seen instanceof Observation.Noted noted && noted.note() instanceof Ticked;
    }

    @Override
    public State next(State state, Observation seen) {
      if (!(seen instanceof Observation.Noted(NodeId node, int channel, Ticked(long number)))) {
        return state;
      }
      List<Long> last = new ArrayList<>(state.last);
      long before = last.set(members.indexOf(node), number);
      return new State(
          List.copyOf(last),
          number > before ? "" : "%s ticked %d after %d".formatted(node, number, before));
    }

    @Override
    public @Nullable String violation(State state) {
      return state.wrong.isEmpty() ? null : state.wrong;
    }
  }
}
