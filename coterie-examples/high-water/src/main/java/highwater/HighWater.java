package highwater;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import java.util.TreeSet;

/**
 * A mark that only rises, such as the highest offset that was committed. Every member keeps a copy;
 * to raise or to read the mark takes the answers of a majority, so a minority may be down.
 *
 * <p>Guarantees: a read never returns less than what was read or raised before it began.
 *
 * <p>Cost: 2(n-1) messages to raise, 4(n-1) to read. After H. Attiya, A. Bar-Noy, D. Dolev,
 * "Sharing memory robustly in message-passing systems", JACM 1995.
 */
public final class HighWater implements Protocol<HighWater.Msg> {
  /** What members say to each other. */
  public sealed interface Msg extends Message {}

  /** Which mark do you know? */
  public record Ask(long round) implements Msg {}

  /** This one. */
  public record Tell(long round, long mark) implements Msg {}

  /** Keep this mark, unless you know a higher one. */
  public record Keep(long round, long mark) implements Msg {}

  /** I keep it, or a higher one. */
  public record Kept(long round) implements Msg {}

  /** A read begins. */
  public record Reading() implements Note {}

  /** A read has ended. */
  public record Read(long mark) implements Note {}

  /** A majority knows the mark. */
  public record Raised(long mark) implements Note {}

  /** What survives a crash. */
  public record Saved(long mark) {}

  /** What a process is busy with. */
  private enum Phase {
    NOTHING,
    ASKING,
    KEEPING
  }

  private final Context<Msg> context;
  private final View members;
  private final long retryNanos;
  private final boolean isHasty;
  private final Stable<Saved> stable;
  private final Alarm retry;
  private final TreeSet<NodeId> answered = new TreeSet<>();
  private Phase phase = Phase.NOTHING;
  private boolean isReading;
  private long round;
  private long highest;

  /**
   * Makes a member.
   *
   * @param isHasty whether a read ends before a majority knows what it returns, which is wrong
   */
  public HighWater(Context<Msg> context, View members, long retryNanos, boolean isHasty) {
    this.context = context;
    this.members = members;
    this.retryNanos = retryNanos;
    this.isHasty = isHasty;
    this.stable = context.stable("mark", Saved.class);
    this.retry = context.alarm("retry", this::ask);
    this.round = context.incarnation() * 1_000; // No answer to an earlier life counts.
  }

  /** Raises the mark; false if the process is busy. */
  public boolean raise(long mark) {
    if (phase != Phase.NOTHING) {
      return false;
    }
    isReading = false;
    begin(Phase.KEEPING, mark);
    return true;
  }

  /** Reads the mark; false if the process is busy. */
  public boolean read() {
    if (phase != Phase.NOTHING) {
      return false;
    }
    isReading = true;
    context.note(new Reading());
    begin(Phase.ASKING, mark());
    return true;
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> context.send(from, new Tell(ask.round(), mark()));
      case Keep keep -> {
        keep(keep.mark());
        context.send(from, new Kept(keep.round())); // Waits until the mark is durable.
      }
      case Tell tell -> answer(from, tell.round(), tell.mark());
      case Kept kept -> answer(from, kept.round(), highest);
    }
  }

  @Override
  public Saved state() {
    return new Saved(mark());
  }

  private long mark() {
    Saved saved = stable.value();
    return saved == null ? 0 : saved.mark();
  }

  private void keep(long mark) {
    if (mark > mark()) {
      stable.save(new Saved(mark));
    }
  }

  private void begin(Phase next, long mark) {
    phase = next;
    highest = mark;
    round++;
    answered.clear();
    if (next == Phase.KEEPING) {
      keep(mark);
    }
    ask();
    answer(context.self(), round, highest);
  }

  /** Asks all that have not answered yet. */
  private void ask() {
    for (int i = 0; i < members.size(); i++) {
      NodeId member = members.at(i);
      if (!member.equals(context.self()) && !answered.contains(member)) {
        context.send(member, phase == Phase.ASKING ? new Ask(round) : new Keep(round, highest));
      }
    }
    retry.start(retryNanos);
  }

  private void answer(NodeId from, long toRound, long mark) {
    if (phase == Phase.NOTHING || toRound != round) {
      return; // An answer to an earlier question.
    }
    answered.add(from);
    highest = Math.max(highest, mark);
    if (answered.size() <= members.size() / 2) {
      return;
    }
    if (phase == Phase.ASKING && !isHasty) {
      begin(Phase.KEEPING, highest);
      return;
    }
    phase = Phase.NOTHING;
    retry.stop();
    context.note(isReading ? new Read(highest) : new Raised(highest));
  }
}
