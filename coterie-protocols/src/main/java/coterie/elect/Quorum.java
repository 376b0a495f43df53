package coterie.elect;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a process whether the leader of a group of voters can be reached, for processes that are no
 * voters themselves, too.
 *
 * <p>Guarantees: {@link Lost} is noted when no leader has answered for the configured silence, and
 * {@link Regained} when one does, also for the first time. Each is an opinion about the past, and
 * no lock: what must not happen without a majority is for leases to decide.
 *
 * <p>Assumes nothing of the network. Cost: a question and an answer in every period for each
 * process, none for the leader itself.
 */
public final class Quorum implements Protocol<Quorum.Msg> {
  /** What processes and voters say to each other. */
  public sealed interface Msg extends Message {}

  /** Do you lead? */
  public record Ask(long number) implements Msg {}

  /** I do, for at least this very moment. */
  public record Lead(long number) implements Msg {}

  /**
   * I do not.
   *
   * @param leader who does; empty if I know of nobody
   */
  public record NotLead(long number, List<NodeId> leader) implements Msg {
    public NotLead {
      leader = List.copyOf(leader);
    }
  }

  /** No leader of the voters has answered for a while. */
  public record Lost() implements Note {}

  /** The leader of the voters has answered. */
  public record Regained(NodeId leader) implements Note {}

  /** What a trace shows. */
  public record State(boolean isReached, @Nullable NodeId leader) {}

  /** Within one period, so often at most a process follows the word of who leads. */
  private static final int HOPS_MAX = 2;

  private final Context<Msg> context;
  private final View voters;
  private final @Nullable Election election;
  private final long periodNanos;
  private final long silenceNanos;
  private final Alarm next;
  private @Nullable NodeId leader;
  private boolean isReached;
  private boolean isAnswered = true;
  private long reachedNanos;
  private long number;
  private int target;
  private int hops;

  /**
   * @param election this process' view of the election; null if it is no voter
   * @param periodNanos from one question to the next
   * @param silenceNanos without an answer for so long the quorum is lost
   */
  public Quorum(
      Context<Msg> context,
      View voters,
      @Nullable Election election,
      long periodNanos,
      long silenceNanos) {
    if (periodNanos < 1 || silenceNanos <= periodNanos) {
      throw new IllegalArgumentException(
          "a quorum is asked for in periods longer than 0 s, and lost after more than one");
    }
    this.context = context;
    this.voters = voters;
    this.election = election;
    this.periodNanos = periodNanos;
    this.silenceNanos = silenceNanos;
    this.next = context.alarm("next", this::due);
  }

  /** Whether the leader has answered of late. */
  public boolean isReached() {
    return isReached;
  }

  /** Which voter leads as far as this process knows; null if it knows of none. */
  public @Nullable NodeId leader() {
    return leader;
  }

  @Override
  public State state() {
    return new State(isReached, leader);
  }

  @Override
  public void start() {
    reachedNanos = context.nowNanos();
    target = (int) context.random(voters.size());
    if (election != null) {
      election.listen(
          new Election.Listener() {
            @Override
            public void elected(NodeId who, long term) {
              target = Math.max(0, voters.indexOf(who));
              ask();
            }

            @Override
            public void ledFrom(long term) {
              reached(context.self());
            }
          });
    }
    due();
  }

  private void due() {
    if (isReached && context.nowNanos() - reachedNanos >= silenceNanos) {
      isReached = false;
      leader = null;
      context.note(new Lost());
    }
    if (!isAnswered) {
      target = voters.after(target);
    }
    hops = 0;
    next.start(periodNanos);
    ask();
  }

  private void ask() {
    NodeId to = voters.at(target);
    if (election != null && election.leads()) {
      isAnswered = true;
      reached(context.self());
    } else if (to.equals(context.self())) {
      isAnswered = false;
    } else {
      isAnswered = false;
      context.send(to, new Ask(++number));
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> asked(from, ask);
      case Lead lead when isAbout(from, lead.number) -> {
        isAnswered = true;
        reached(from);
      }
      case NotLead not when isAbout(from, not.number) -> notLed(not);
      case Lead lead -> {}
      case NotLead not -> {}
    }
  }

  /** Whether it answers the last question. */
  private boolean isAbout(NodeId from, long answered) {
    return answered == number && voters.indexOf(from) == target;
  }

  private void asked(NodeId from, Ask ask) {
    if (election != null && election.leads()) {
      context.send(from, new Lead(ask.number));
      return;
    }
    NodeId known = election == null ? null : election.leader();
    boolean isOther = known != null && !known.equals(context.self());
    context.send(from, new NotLead(ask.number, isOther ? List.of(known) : List.of()));
  }

  private void notLed(NotLead not) {
    int other = not.leader.isEmpty() ? -1 : voters.indexOf(not.leader.getFirst());
    if (other >= 0 && hops < HOPS_MAX) {
      hops++;
      target = other;
      ask();
    }
  }

  private void reached(NodeId by) {
    reachedNanos = context.nowNanos();
    leader = by;
    if (!isReached) {
      isReached = true;
      context.note(new Regained(by));
    }
  }
}
