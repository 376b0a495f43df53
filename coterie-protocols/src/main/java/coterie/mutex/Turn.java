package coterie.mutex;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Note;
import coterie.core.TimeText;
import org.jspecify.annotations.Nullable;

/**
 * One process and one lock: whether it waits or is inside, its timeout, and who is told. A protocol
 * decides when {@link #enter} is called; as whoever is told may call the lock again, that is the
 * last thing that a handler does, and so is {@link #giveUp} and {@link #lose}.
 */
public final class Turn {
  private enum Phase {
    OUT,
    WAITING,
    INSIDE
  }

  private final Context<?> context;
  private final String lock;
  private final Alarm timeout;
  private Phase phase = Phase.OUT;
  private Mutex.@Nullable Waiter waiter;
  private long token;

  /**
   * @param onTimeout what the protocol does when the time is up; it calls {@link #giveUp}
   */
  public Turn(Context<?> context, String lock, Runnable onTimeout) {
    this(context, lock, context.alarm("timeout " + lock, onTimeout));
  }

  /** With an alarm that calls {@link #giveUp} when it expires. */
  public Turn(Context<?> context, String lock, Alarm timeout) {
    this.context = context;
    this.lock = lock;
    this.timeout = timeout;
  }

  /** This process waits from now on. */
  public void ask(long timeoutNanos, Mutex.Waiter newWaiter) {
    requireOut(timeoutNanos);
    phase = Phase.WAITING;
    waiter = newWaiter;
    if (timeoutNanos != Mutex.FOR_EVER) {
      timeout.start(timeoutNanos);
    }
    context.note(new Note.Wanted(lock));
  }

  /** Throws where a request cannot be made, and changes nothing. */
  private void requireOut(long timeoutNanos) {
    if (phase != Phase.OUT) {
      throw new IllegalStateException(
          "%s %s already; it can ask for it again once it has %s"
              .formatted(
                  context.self(),
                  phase == Phase.INSIDE ? "holds " + lock : "waits for " + lock,
                  phase == Phase.INSIDE ? "released it" : "entered and left, or given up"));
    }
    if (timeoutNanos <= 0) {
      throw new IllegalArgumentException(
          "a timeout is longer than 0 s, not %s s".formatted(TimeText.format(timeoutNanos)));
    }
  }

  public boolean isOut() {
    return phase == Phase.OUT;
  }

  public boolean waits() {
    return phase == Phase.WAITING;
  }

  public boolean isInside() {
    return phase == Phase.INSIDE;
  }

  public long token() {
    return token;
  }

  /** This process, which waited, is inside from now on. */
  public void enter(long newToken) {
    assert phase == Phase.WAITING : "only a process that waits may be let in: " + phase;
    timeout.stop();
    phase = Phase.INSIDE;
    token = newToken;
    context.note(new Note.Entered(lock, newToken));
    if (waiter != null) {
      waiter.entered(newToken);
    }
  }

  /** Throws where there is nothing to release, and changes nothing. */
  public void leave() {
    if (phase != Phase.INSIDE) {
      throw new IllegalStateException(
          "%s does not hold %s; only who has entered can release it"
              .formatted(context.self(), lock));
    }
    phase = Phase.OUT;
    waiter = null;
    context.note(new Note.Exited(lock, token));
  }

  /** This process, which waited, waits no more. */
  public void giveUp() {
    assert phase == Phase.WAITING : "whoever is inside releases or loses the lock: " + phase;
    Mutex.Waiter told = end();
    context.note(new Note.GaveUp(lock));
    if (told != null) {
      told.gaveUp();
    }
  }

  /** This process, which was inside, is so no more. */
  public void lose() {
    assert phase == Phase.INSIDE : "nothing is lost that was not held: " + phase;
    Mutex.Waiter told = end();
    context.note(new Note.LostLock(lock, token));
    if (told != null) {
      told.lost(token);
    }
  }

  private Mutex.@Nullable Waiter end() {
    timeout.stop();
    phase = Phase.OUT;
    Mutex.Waiter told = waiter;
    waiter = null;
    return told;
  }
}
