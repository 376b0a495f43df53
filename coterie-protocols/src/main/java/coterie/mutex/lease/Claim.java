package coterie.mutex.lease;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.mutex.Mutex;
import coterie.mutex.Turn;
import coterie.mutex.lease.LeaseLock.Ask;
import coterie.mutex.lease.LeaseLock.Grant;
import coterie.mutex.lease.LeaseLock.InLine;
import coterie.mutex.lease.LeaseLock.Msg;
import coterie.mutex.lease.LeaseLock.Refuse;
import coterie.mutex.lease.LeaseLock.Release;
import org.jspecify.annotations.Nullable;

/**
 * A client's side of one leased lock, while something goes on with it: it waits, is inside, or has
 * left and wants to be sure that the leader knows. All of it is said again and again.
 *
 * <p>A lease that was lost or abandoned <em>lapses</em>: this process says nothing about the lock
 * until the leader's lease has run out. A release, or a new request, which implies one, would let
 * in the next client while whoever relied on the lock still has the pause that is allowed for.
 */
final class Claim {
  /** Where nobody leads, the client asks again this many times as often. */
  private static final int IMPATIENCE = 8;

  private final LeaseLock owner;
  private final Context<Msg> context;
  private final String lock;
  private final LeaseConfig config;
  private final Guide.Search search;
  private final Turn turn;
  private final Alarm again;
  private final Alarm end;
  private long request;
  private boolean tries;
  private boolean isReleasing;
  private boolean isLapsing;
  private boolean isAnswered;
  private long releasedNanos;

  /** When this process has asked last, and until when it may be inside, by its own clock. */
  private long askedNanos;

  private long untilNanos;

  /** When the lease that was granted last has run out for the leader, by the clock of this one. */
  private long lapsedNanos;

  private @Nullable NodeId known;

  Claim(LeaseLock owner, Context<Msg> context, Agenda agenda, String lock, LeaseConfig config) {
    this.owner = owner;
    this.context = context;
    this.lock = lock;
    this.config = config;
    this.search = owner.search();
    this.turn = new Turn(context, lock, agenda.alarm("timeout " + lock, this::cancel));
    this.again = agenda.alarm("again " + lock, this::sayAgain);
    this.end = agenda.alarm("end " + lock, this::leaseEnded);
  }

  /** Whether nothing goes on with it. */
  boolean isIdle() {
    return turn.isOut() && !isReleasing && !isLapsing;
  }

  /** Whether the lease runs out, and nothing is said about the lock until it has. */
  boolean isLapsing() {
    return isLapsing;
  }

  /** Whether that message is about the last request. */
  boolean isAbout(Msg message) {
    return message.request() == request && message.life() == context.incarnation();
  }

  boolean isInside() {
    return turn.isInside();
  }

  boolean holds() {
    return turn.isInside() && context.nowNanos() - untilNanos < 0;
  }

  long token() {
    return turn.token();
  }

  @Nullable NodeId holder() {
    return turn.isOut() ? null : known;
  }

  @Override
  public String toString() {
    return lock;
  }

  // ---- what this process wants

  void ask(long timeoutNanos, Mutex.Waiter waiter, boolean onlyTries) {
    turn.ask(timeoutNanos, waiter);
    request = owner.nextRequest();
    tries = onlyTries;
    isReleasing = false; // To ask anew is to have left.
    known = null;
    if (!isLapsing) {
      begin();
    } else if (tries) {
      turn.giveUp();
    }
  }

  boolean cancel() {
    if (!turn.waits()) {
      return false;
    }
    if (!isLapsing) { // Otherwise the leader has heard nothing of this request.
      giveBack();
    }
    turn.giveUp();
    return true;
  }

  /** Leaves; also what lapses, if nobody relies on it any more. */
  void release() {
    if (isLapsing && turn.isOut()) {
      isLapsing = false;
    } else {
      turn.leave();
    }
    giveBack();
  }

  /** Leaves, and lets the lease run out. */
  void abandon() {
    turn.leave();
    lapse();
  }

  private void lapse() {
    assert !isReleasing : "what is given back need not lapse: the leader may grant it again";
    isLapsing = true;
    again.stop();
    end.start(Math.max(0, lapsedNanos - context.nowNanos()));
  }

  private void lapsed() {
    isLapsing = false;
    if (turn.waits()) {
      begin();
    } else {
      stop();
    }
  }

  private void giveBack() {
    isReleasing = true;
    releasedNanos = context.nowNanos();
    end.stop();
    begin();
  }

  private void begin() {
    search.begin();
    isAnswered = false;
    say();
  }

  private void sayAgain() {
    if (isReleasing && context.nowNanos() - releasedNanos >= config.leaseNanos()) {
      released(); // By now it is not inside for anybody.
    } else if (isAnswered) {
      begin();
    } else {
      search.lookElsewhere();
      say();
    }
  }

  private void say() {
    again.start(config.renewNanos());
    long life = context.incarnation();
    if (isReleasing) {
      owner.send(search.target(), new Release(lock, life, request));
    } else {
      askedNanos = context.nowNanos();
      long token = turn.isInside() ? turn.token() : 0;
      long settings = owner.settings();
      long next = owner.nextSettings();
      owner.send(
          search.target(), new Ask(lock, life, request, token, askedNanos, tries, settings, next));
    }
  }

  // ---- what it is told

  /** The lease counts from when the request was sent, and not from when the answer came. */
  void granted(NodeId from, Grant grant) {
    long now = context.nowNanos();
    if (grant.at() - askedNanos > 0) {
      context.note(new Note.BadMessage(from, "an answer to what was not asked"));
      return;
    }
    isAnswered = true;
    long until = grant.at() + config.heldNanos(grant.leaseNanos());
    if (isReleasing || isLapsing || until - now <= 0) {
      return;
    }
    if (turn.waits()) {
      known = context.self();
      lapsedNanos = grant.at() + Math.max(config.leaseNanos(), grant.leaseNanos());
      hold(until);
      turn.enter(grant.token());
    } else if (grant.token() == turn.token() && until - untilNanos > 0) {
      lapsedNanos = grant.at() + Math.max(config.leaseNanos(), grant.leaseNanos());
      hold(until);
    }
  }

  private void hold(long until) {
    assert !isReleasing && !isLapsing : "a lease that was given back must not begin again";
    untilNanos = until;
    end.start(until - context.nowNanos());
    owner.extended(lock, until);
  }

  private void leaseEnded() {
    if (isLapsing) {
      lapsed();
    } else if (holds()) { // The clock has changed its pace since the alarm was set.
      hold(untilNanos);
    } else {
      lapse();
      turn.lose();
    }
  }

  void inLine(InLine inLine) {
    isAnswered = true;
    known = inLine.inside().isEmpty() ? null : inLine.inside().getFirst();
  }

  void refused(Refuse refuse) {
    isAnswered = true;
    if (isReleasing || isLapsing || refuse.at() != askedNanos) {
      return;
    }
    if (turn.isInside()) {
      stop();
      turn.lose();
    } else if (tries) {
      stop();
      turn.giveUp();
    }
  }

  /**
   * Gives up waiting, since a voter has other settings than this process. A holder keeps its lock
   * until its lease ends; another voter may still renew it.
   */
  void unlike(LeaseLock.Unlike unlike) {
    if (turn.waits() && unlike.at() == askedNanos) {
      stop();
      turn.giveUp();
    }
  }

  /** The leader knows that this process has left. */
  void released() {
    if (isReleasing) {
      isReleasing = false;
      stop();
    }
  }

  /** Another voter is said to lead; or nobody is known to, which does not stay so for long. */
  void notLed(LeaseLock.NotLeader not) {
    if (isLapsing) {
      return;
    }
    if (search.follows(not)) {
      say();
    } else if (!search.isNamed(not)) {
      again.start(config.renewNanos() / IMPATIENCE);
    }
  }

  private void stop() {
    again.stop();
    end.stop();
    owner.forget(lock);
  }
}
