package coterie.mutex.ricartagrawala;

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
 * Ricart and Agrawala's mutual exclusion: a process that wants to enter asks everybody under a
 * stamp, and enters when all have replied. One that is inside, or waits under a lower stamp,
 * replies when it has left.
 *
 * <p>Guarantees, without a detector and always: one is inside at a time, in the order of stamps; so
 * tokens grow. Messages may be lost, doubled, late and out of order, and processes may pause, crash
 * and return. While a process is down or cannot be reached, nobody enters; once all are up and
 * reach each other, everybody that waits gets in.
 *
 * <p>With a detector, who is suspected is skipped, and a majority of all members must have replied.
 * The guarantees then hold in every run in which the detector suspected nobody that was up; if it
 * did, two may be inside. A majority that is up and reaches each other goes on; a minority waits.
 *
 * <p>Assumes: all members were given the same list of members, which never changes. Stable storage
 * keeps what it has reported as durable.
 *
 * <p>Cost: 2(n - 1) messages an entry. A process that has waited for long asks again, which costs
 * more.
 *
 * <p>G. Ricart and A. K. Agrawala, "An optimal algorithm for mutual exclusion in computer
 * networks", Communications of the ACM 24(1), 1981, section 2. There messages are not lost and
 * nobody returns; here a reply names its request, requests are repeated, and who returns greets the
 * others first.
 */
public final class RicartAgrawala implements Protocol<RicartAgrawala.Msg>, Mutex {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {
    long stamp();
  }

  /** Let me in; my request has this stamp. */
  public record Request(long stamp) implements Msg {}

  /** As far as I am concerned, your request with that stamp may enter. */
  public record Reply(long stamp) implements Msg {}

  /** I am back; what I asked for up to this stamp is void. What have I missed? */
  public record Hello(long stamp) implements Msg {}

  /** You are welcome, you who said hello under that stamp; my clock stands at that. */
  public record Welcome(long stamp, long clock) implements Msg {}

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
   * @param missing those who have not replied or, while it restores, have not welcomed it
   */
  public record State(Phase phase, long stamp, List<NodeId> missing) {}

  private final Context<Msg> context;
  private final View members;
  private final long retryNanos;
  private final int self;
  private final Stamps stamps;
  private final Turn turn;
  private final Alarm retry;
  private final Consent replies;
  private final Comeback comeback;
  private final boolean isSkipping;

  /** By member, the stamp of the request whose reply waits until this process has left. */
  private final long[] deferred;

  /** That of this process' own request; 0 if it has none. */
  private long stamp;

  /**
   * @param detector says who is down and is skipped; null if nobody is
   * @param retryNanos after how long without a reply one asks again
   */
  public RicartAgrawala(
      Context<Msg> context, View members, @Nullable Detector detector, long retryNanos) {
    Asking.requireSize(members);
    this.context = context;
    this.members = members;
    this.retryNanos = Asking.requireRetry(retryNanos);
    this.self = Asking.requireMember(context, members);
    this.stamps = new Stamps(context);
    this.turn = new Turn(context, "mutex", this::cancel);
    this.retry = context.alarm("retry", this::ask);
    this.replies = new Consent(members, self, detector);
    Consent welcomes = new Consent(members, self, detector);
    this.comeback = new Comeback(context, members, stamps, welcomes, retryNanos, new Returning());
    this.isSkipping = detector != null;
    this.deferred = new long[members.size()];
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

  /** Nobody knows who else is inside. */
  @Override
  public @Nullable NodeId holder() {
    return turn.isInside() ? context.self() : null;
  }

  @Override
  public State state() {
    if (!comeback.isOver()) {
      return new State(Phase.RESTORING, 0, comeback.welcomes().missing());
    }
    if (turn.waits()) {
      return new State(Phase.WAITING, stamp, replies.missing());
    }
    return new State(turn.isInside() ? Phase.INSIDE : Phase.OUT, stamp, List.of());
  }

  /** Without a detector nobody enters before this process has first started and replied. */
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
      case Reply reply -> replied(index, reply.stamp);
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
            && (!(message instanceof Welcome welcome) || Stamps.isPossible(welcome.clock));
    return isPossible ? null : "a stamp that no request reaches";
  }

  @Override
  public void saved(Stable<?> what) {
    stamps.saved();
    tryToEnter();
  }

  // ---- asking

  private void request() {
    assert stamp == 0 : "replies to an earlier request would count for this one";
    stamp = stamps.next();
    replies.clear();
    ask();
    tryToEnter();
  }

  private void ask() {
    for (int i = 0; i < members.size(); i++) {
      if (replies.isMissing(i)) {
        context.send(members.at(i), new Request(stamp));
      }
    }
    retry.start(retryNanos);
  }

  /** Asks one that was away or suspected until now; whom a detector knows may be no member. */
  private void askIfMissing(int member) {
    if (member >= 0 && isAsking() && replies.isMissing(member)) {
      context.send(members.at(member), new Request(stamp));
    }
  }

  /** A reply to another request than the present one says nothing about the present one. */
  private void replied(int from, long mine) {
    if (mine == stamp) {
      replies.give(from);
      tryToEnter();
    }
  }

  private boolean isAsking() {
    return turn.waits() && stamp > 0;
  }

  /** A group of one has nobody to wait for, but its token must not come again after a crash. */
  private void tryToEnter() {
    if (isAsking() && replies.isEnough() && stamps.isDurable()) {
      retry.stop();
      assert deferred[self] == 0 : "whoever defers itself never enters again";
      turn.enter(stamp * members.size() + self);
    }
  }

  /** Has no request any more, whether this process was inside or not. */
  private void withdraw() {
    retry.stop();
    stamp = 0;
    for (int i = 0; i < deferred.length; i++) {
      if (deferred[i] > 0) {
        context.send(members.at(i), new Reply(deferred[i]));
        deferred[i] = 0;
      }
    }
  }

  // ---- being asked

  /** A restoring process replies, too: it is not inside, and all its later stamps are higher. */
  private void requested(int from, long theirs) {
    stamps.witness(theirs);
    boolean isMineFirst = isAsking() && Stamps.isBefore(stamp, self, theirs, from);
    if (turn.isInside() || isMineFirst) {
      deferred[from] = Math.max(deferred[from], theirs);
    } else {
      context.send(members.at(from), new Reply(theirs));
    }
  }

  /** A member that is skipped here must not take part, so it is not welcome yet. */
  private void greeted(int from, long theirs) {
    stamps.witness(theirs);
    if (deferred[from] <= theirs) {
      deferred[from] = 0;
    }
    if (!replies.isSuspected(from)) {
      context.send(members.at(from), new Welcome(theirs, stamps.last()));
      askIfMissing(from);
    }
  }

  private void welcomed(int from, Welcome welcome) {
    stamps.witness(welcome.clock);
    comeback.welcomed(from, welcome.stamp);
  }

  /** Comes back to the group. */
  private final class Returning implements Comeback.Returner {
    @Override
    public void greet(NodeId to, long greeting) {
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
