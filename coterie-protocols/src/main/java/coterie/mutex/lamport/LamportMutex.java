package coterie.mutex.lamport;

import coterie.clock.Stamps;
import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.mutex.Asking;
import coterie.mutex.Comeback;
import coterie.mutex.Consent;
import coterie.mutex.Mutex;
import coterie.mutex.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lamport's mutual exclusion: everybody knows everybody's requests, ordered by stamp. A process
 * that wants to enter tells all, and enters when all have acknowledged that and its request is the
 * first.
 *
 * <p>Guarantees, without a detector and always: one is inside at a time, in the order of stamps; so
 * tokens grow. Messages may be lost, doubled, late and out of order, and processes may pause, crash
 * and return. While a process is down or cannot be reached, nobody enters; once all are up and
 * reach each other, everybody that waits gets in.
 *
 * <p>With a detector, who is suspected is skipped, together with its request, and a majority of all
 * members must have acknowledged. The guarantees then hold in every run in which the detector
 * suspected nobody that was up; if it did, two may be inside. A majority that is up and reaches
 * each other goes on; a minority waits.
 *
 * <p>Assumes: all members were given the same list of members, which never changes. Stable storage
 * keeps what it has reported as durable.
 *
 * <p>Cost: 3(n - 1) messages an entry. A process that has waited for long asks again, which costs
 * more.
 *
 * <p>L. Lamport, "Time, clocks, and the ordering of events in a distributed system", Communications
 * of the ACM 21(7), 1978, the section on ordering events totally. There channels keep the order and
 * lose nothing, and any later message serves as an acknowledgement. Here an acknowledgement names
 * its request and tells where its sender stands: the request that it has and the last that it has
 * released. As all of these only grow, what comes late or twice changes nothing, and what was lost
 * is made good by the next acknowledgement.
 */
public final class LamportMutex implements Protocol<LamportMutex.Msg>, Mutex {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {
    long stamp();
  }

  /** I want to enter, and my request has this stamp. */
  public record Request(long stamp) implements Msg {}

  /**
   * I know of your request with that stamp.
   *
   * @param request the stamp of my own one; 0 if I have none
   * @param released I want nothing of what I asked for up to that stamp
   */
  public record Ack(long stamp, long request, long released) implements Msg {}

  /** I have left, or no longer wait: I want nothing of what I asked for up to this stamp. */
  public record Release(long stamp) implements Msg {}

  /** I am back; what I asked for up to this stamp is void. What have I missed? */
  public record Hello(long stamp) implements Msg {}

  /**
   * You are welcome, you who said hello under that stamp.
   *
   * @param clock what my clock shows
   * @param request the stamp of my own request; 0 if I have none
   * @param released I want nothing of what I asked for up to that stamp
   */
  public record Welcome(long stamp, long clock, long request, long released) implements Msg {}

  /** Where a process is. */
  public enum Phase {
    RESTORING,
    OUT,
    WAITING,
    INSIDE
  }

  /**
   * What a trace shows of a process.
   *
   * @param stamp that of its request; 0 if it has none
   * @param missing those who have not acknowledged or, while it restores, have not welcomed it
   * @param first whose request is the first, as far as it knows
   */
  public record State(Phase phase, long stamp, List<NodeId> missing, @Nullable NodeId first) {}

  private static final int NOBODY = -1;

  private final Context<Msg> context;
  private final View members;
  private final long retryNanos;
  private final int self;
  private final Stamps stamps;
  private final Turn turn;
  private final Alarm retry;
  private final Consent acks;
  private final Comeback comeback;
  private final boolean isSkipping;

  /**
   * By member, the stamp of its latest request; 0 for this process and for those that have never
   * asked.
   */
  private final long[] requests;

  /** By member, the stamp up to which its requests are void. */
  private final long[] released;

  /** That of this process' own request; 0 if it has none. */
  private long stamp;

  /**
   * @param detector says who is down and is skipped; null if nobody is
   * @param retryNanos after how long one asks again
   */
  public LamportMutex(
      Context<Msg> context, View members, @Nullable Detector detector, long retryNanos) {
    Asking.requireSize(members);
    this.context = context;
    this.members = members;
    this.retryNanos = Asking.requireRetry(retryNanos);
    this.self = Asking.requireMember(context, members);
    this.stamps = new Stamps(context);
    this.turn = new Turn(context, "mutex", this::cancel);
    this.retry = context.alarm("retry", this::ask);
    this.acks = new Consent(members, self, detector);
    Consent welcomes = new Consent(members, self, detector);
    this.comeback = new Comeback(context, members, stamps, welcomes, retryNanos, new Returning());
    this.isSkipping = detector != null;
    this.requests = new long[members.size()];
    this.released = new long[members.size()];
    // Whatever this process has asked for in an earlier life.
    released[self] = stamps.last();
    if (detector != null) {
      detector.listen(new Noticer());
    }
  }

  @Override
  public void acquire(long timeoutNanos, Waiter waiter) {
    turn.ask(timeoutNanos, waiter);
    if (comeback.isOver()) {
      request();
    }
  }

  @Override
  public boolean cancel() {
    if (!turn.waits()) {
      return false;
    }
    withdraw();
    turn.giveUp();
    return true;
  }

  @Override
  public void release() {
    turn.leave();
    withdraw();
  }

  @Override
  public boolean holds() {
    return turn.isInside();
  }

  @Override
  public long token() {
    return turn.token();
  }

  /**
   * The one whose request is the first that is known here. It may not have entered yet, or may have
   * left and the word of it is under way.
   */
  @Override
  public @Nullable NodeId holder() {
    if (turn.isInside()) {
      return context.self();
    }
    int first = first();
    return first == NOBODY || first == self ? null : members.at(first);
  }

  @Override
  public State state() {
    int first = first();
    NodeId firstMember = first == NOBODY ? null : members.at(first);
    if (!comeback.isOver()) {
      return new State(Phase.RESTORING, 0, comeback.welcomes().missing(), firstMember);
    }
    if (turn.waits()) {
      return new State(Phase.WAITING, stamp, acks.missing(), firstMember);
    }
    Phase phase = turn.isInside() ? Phase.INSIDE : Phase.OUT;
    return new State(phase, stamp, List.of(), firstMember);
  }

  /** Without a detector nobody enters before this process has first started and acknowledged. */
  @Override
  public void start() {
    comeback.start(isSkipping || context.incarnation() > 1);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = members.indexOf(from);
    String wrong = wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    switch (message) {
      case Request request -> requested(index, request.stamp);
      case Ack ack -> acknowledged(index, ack);
      case Release release -> released(index, release.stamp);
      case Hello hello -> greeted(index, hello.stamp);
      case Welcome welcome -> welcomed(index, welcome);
    }
  }

  private @Nullable String wrong(int from, Msg message) {
    if (from < 0 || from == self) {
      return "a message from no other member of the group";
    }
    boolean isPossible =
        Stamps.isPossible(message.stamp())
            && switch (message) {
              case Ack ack -> isStanding(ack.request, ack.released);
              case Welcome welcome ->
                  Stamps.isPossible(welcome.clock) && isStanding(welcome.request, welcome.released);
              case Request request -> true;
              case Release release -> true;
              case Hello hello -> true;
            };
    return isPossible ? null : "a stamp that no request reaches";
  }

  private static boolean isStanding(long request, long released) {
    return Stamps.isPossibleOrNone(request) && Stamps.isPossibleOrNone(released);
  }

  @Override
  public void saved(Stable<?> what) {
    stamps.saved();
    tryToEnter();
  }

  // ---- asking

  private void request() {
    stamp = stamps.next();
    acks.clear();
    ask();
    tryToEnter();
  }

  /** Asks also those that stand before this process: their release may have been lost. */
  private void ask() {
    for (int i = 0; i < members.size(); i++) {
      if (acks.isMissing(i) || (stands(i) && isBeforeMine(i))) {
        context.send(members.at(i), new Request(stamp));
      }
    }
    retry.start(retryNanos);
  }

  /** Asks one that was away or suspected until now; whom a detector knows may be no member. */
  private void askIfMissing(int member) {
    if (member >= 0 && isAsking() && acks.isMissing(member)) {
      context.send(members.at(member), new Request(stamp));
    }
  }

  /** An acknowledgement of another request than the present one tells where its sender stands. */
  private void acknowledged(int from, Ack ack) {
    learn(from, ack.request, ack.released);
    if (ack.stamp == stamp) {
      acks.give(from);
    }
    tryToEnter();
  }

  private void released(int from, long theirs) {
    learn(from, 0, theirs);
    tryToEnter();
  }

  private boolean isAsking() {
    return turn.waits() && stamp > 0;
  }

  /** A group of one has nobody to wait for, but its token must not come again after a crash. */
  private void tryToEnter() {
    if (isAsking() && acks.isEnough() && stamps.isDurable() && first() == self) {
      retry.stop();
      turn.enter(stamp * members.size() + self);
    }
  }

  /** Has no request any more, whether this process was inside or not. */
  private void withdraw() {
    if (stamp == 0) {
      return;
    }
    retry.stop();
    released[self] = stamp;
    stamp = 0;
    for (int i = 0; i < members.size(); i++) {
      if (i != self && !acks.isSuspected(i)) {
        context.send(members.at(i), new Release(released[self]));
      }
    }
  }

  // ---- the requests of all

  /** All of these only grow, in whatever order the messages come. */
  private void learn(int member, long request, long releasedUpTo) {
    stamps.witness(Math.max(request, releasedUpTo));
    requests[member] = Math.max(requests[member], request);
    released[member] = Math.max(released[member], releasedUpTo);
  }

  /** Whether another member has a request that counts. */
  private boolean stands(int other) {
    return requests[other] > released[other] && !acks.isSuspected(other);
  }

  private boolean isBeforeMine(int other) {
    return Stamps.isBefore(requests[other], other, stamp, self);
  }

  /** Whose request is the first of those known here. */
  private int first() {
    int first = stamp > 0 ? self : NOBODY;
    long lowest = stamp;
    for (int i = 0; i < members.size(); i++) {
      if (stands(i) && (first == NOBODY || Stamps.isBefore(requests[i], i, lowest, first))) {
        first = i;
        lowest = requests[i];
      }
    }
    return first;
  }

  // ---- being asked

  /**
   * Who restores acknowledges as well: it is not inside, and all its later stamps are higher. A
   * request that is void by now was doubled or late, and nobody waits for an answer. A new one
   * tells that the one before it is over, even if the release was lost.
   */
  private void requested(int from, long theirs) {
    if (theirs <= released[from]) {
      return;
    }
    learn(from, theirs, 0);
    context.send(members.at(from), new Ack(theirs, stamp, released[self]));
    tryToEnter();
  }

  /** A member that is skipped here must not take part, so it is not welcome yet. */
  private void greeted(int from, long theirs) {
    learn(from, 0, theirs);
    if (!acks.isSuspected(from)) {
      Msg welcome = new Welcome(theirs, stamps.last(), stamp, released[self]);
      context.send(members.at(from), welcome);
      askIfMissing(from);
    }
    tryToEnter();
  }

  private void welcomed(int from, Welcome welcome) {
    stamps.witness(welcome.clock);
    learn(from, welcome.request, welcome.released);
    comeback.welcomed(from, welcome.stamp);
  }

  /** Comes back to the group. */
  private final class Returning implements Comeback.Returner {
    @Override
    public void greet(NodeId to, long greeting) {
      released[self] = greeting;
      context.send(to, new Hello(greeting));
    }

    @Override
    public void restored() {
      if (turn.waits()) {
        request();
      }
    }
  }

  /** Hears the detector. */
  private final class Noticer implements Detector.Listener {
    @Override
    public void suspected(NodeId who) {
      comeback.suspected();
      tryToEnter();
    }

    @Override
    public void trusted(NodeId who) {
      askIfMissing(members.indexOf(who));
    }
  }
}
