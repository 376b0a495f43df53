package coterie.elect.quorum;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.elect.Election;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a process whether the leader of a group of voters can be reached, for processes that are
 * not voters themselves, too.
 *
 * <p>Guarantees: {@link Lost} is noted when for the configured silence, from the first question
 * that stayed open, no leader has answered, and {@link Regained} when one does, also for the first
 * time. It is not lost while this process holds what a leader has granted: that is the word of a
 * leader for as long as it lasts. Each is an opinion about the past, and no lock: what must not
 * happen without a majority is for leases to decide.
 *
 * <p>While voters elect another leader, the question goes from one to the next, several times in a
 * period; and a voter that was asked in vain answers again as soon as it leads, or knows who does.
 * So an election that takes less than the silence costs nobody the quorum.
 *
 * <p>Assumes nothing of the network. Cost: a question and an answer in every period for each
 * process, none for the leader itself; eight of them in a period without a leader.
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

  /** After one question, so often at most a process follows the word of who leads. */
  private static final int HOPS_MAX = 2;

  /** Where nobody leads, the process asks again this many times as often. */
  private static final int IMPATIENCE = 8;

  /** An answer to an older question than that says nothing about now. */
  private static final int OPEN_MAX = 2 * IMPATIENCE;

  /** This number of processes is answered again when there is a leader. */
  private static final int ASKERS_MAX = 10_000;

  private final Context<Msg> context;
  private final View voters;
  private final @Nullable Election election;
  private final BooleanSupplier holdsGrants;
  private final long periodNanos;
  private final long silenceNanos;
  private final Alarm next;

  /**
   * The processes that were answered that nobody is known to lead, and the number of each one's
   * last question.
   */
  private final SortedMap<NodeId, Long> askers = new TreeMap<>();

  private @Nullable NodeId leader;
  private boolean isReached;
  private boolean isOpen;
  private long openedNanos;
  private long reachedNanos;
  private long dueNanos;
  private long number;
  private int target;
  private int hops;

  /**
   * @param election this process' view of the election; null if it is not a voter
   * @param holdsGrants whether this process holds what a leader has granted, for example a lease
   * @param periodNanos from one question to the next
   * @param silenceNanos without an answer for so long the quorum is lost
   */
  public Quorum(
      Context<Msg> context,
      View voters,
      @Nullable Election election,
      BooleanSupplier holdsGrants,
      long periodNanos,
      long silenceNanos) {
    if (periodNanos < 1 || silenceNanos <= periodNanos) {
      throw new IllegalArgumentException(
          "a quorum is asked for in periods longer than 0 s, and lost after more than one");
    }
    this.context = context;
    this.voters = voters;
    this.election = election;
    this.holdsGrants = holdsGrants;
    this.periodNanos = periodNanos;
    this.silenceNanos = silenceNanos;
    this.next = context.alarm("next", this::due);
  }

  /** Returns whether the leader has answered recently. */
  public boolean isReached() {
    return isReached;
  }

  /** Which voter leads as far as this process knows; null if it knows of none. */
  public @Nullable NodeId leader() {
    return leader;
  }

  /** That voter has acted as the leader, as another protocol of this process has seen. */
  public void heard(NodeId from) {
    reached(from);
  }

  @Override
  public State state() {
    return new State(isReached, leader);
  }

  @Override
  public void start() {
    target = (int) context.random(voters.size());
    if (election != null) {
      election.listen(
          new Election.Listener() {
            @Override
            public void elected(NodeId who, long term) {
              if (!who.equals(context.self())) { // Else it leads when a majority has answered it.
                tellAskers(who);
                turnTo(who);
              }
            }

            @Override
            public void ledFrom(long term) {
              tellAskers(context.self());
              reached(context.self());
            }

            @Override
            public void ledUntilNow(long term) {
              askNext();
              openedNanos = reachedNanos; // A majority was silent before this process gave up.
            }
          });
    }
    askNext();
  }

  // ---- asking

  private void due() {
    long now = context.nowNanos();
    if (isOpen && now - dueNanos > periodNanos) {
      openedNanos += now - dueNanos; // This process was paused. Nobody else was silent meanwhile.
    }
    boolean isSilent = isOpen && now - openedNanos >= silenceNanos;
    if (isReached && isSilent && !holdsGrants.getAsBoolean()) {
      isReached = false;
      leader = null;
      context.note(new Lost());
    }
    askNext();
  }

  /** Asks the last one again if it has answered, else the one after it. */
  private void askNext() {
    hops = 0;
    if (isOpen) {
      target = voters.after(target);
    }
    ask();
  }

  private void turnTo(NodeId who) {
    target = voters.indexOf(who);
    ask();
  }

  /** The question is open until a leader answers, whoever that is. */
  private void ask() {
    if (election != null && election.leads()) {
      reached(context.self());
      return;
    }
    if (!isOpen) {
      isOpen = true;
      openedNanos = context.nowNanos();
    }
    await(periodNanos / IMPATIENCE + 1);
    if (voters.at(target).equals(context.self())) {
      target = voters.after(target);
    }
    number++;
    NodeId to = voters.at(target);
    if (!to.equals(context.self())) {
      context.send(to, new Ask(number));
    }
  }

  private void await(long nanos) {
    dueNanos = context.nowNanos() + nanos;
    next.start(nanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> asked(from, ask);
      case Lead lead when isAbout(from, lead.number) -> reached(from);
      case NotLead not when isAbout(from, not.number) -> notLed(not);
      case Lead lead -> {}
      case NotLead not -> {}
    }
  }

  /** Whether it answers one of the last questions; it may be the second answer to it. */
  private boolean isAbout(NodeId from, long answered) {
    return answered <= number && number - answered < OPEN_MAX && voters.indexOf(from) >= 0;
  }

  private void notLed(NotLead not) {
    NodeId other = not.leader.isEmpty() ? context.self() : not.leader.getFirst();
    if (isOpen && !other.equals(context.self()) && voters.indexOf(other) >= 0 && hops < HOPS_MAX) {
      hops++;
      turnTo(other);
    }
  }

  private void reached(NodeId by) {
    reachedNanos = context.nowNanos();
    leader = by;
    target = Math.max(0, voters.indexOf(by));
    isOpen = false;
    await(periodNanos);
    if (!isReached) {
      isReached = true;
      context.note(new Regained(by));
    }
  }

  // ---- being asked

  private void asked(NodeId from, Ask ask) {
    if (election != null && election.leads()) {
      context.send(from, new Lead(ask.number));
      return;
    }
    NodeId known = election == null ? null : election.leader();
    boolean isOther = known != null && !known.equals(context.self());
    context.send(from, new NotLead(ask.number, isOther ? List.of(known) : List.of()));
    if (!isOther && election != null && (askers.size() < ASKERS_MAX || askers.containsKey(from))) {
      askers.put(from, ask.number);
    }
  }

  /** The leader is known by now. */
  private void tellAskers(NodeId who) {
    boolean isSelf = who.equals(context.self());
    askers.forEach(
        (asker, question) ->
            context.send(asker, isSelf ? new Lead(question) : new NotLead(question, List.of(who))));
    askers.clear();
  }
}
