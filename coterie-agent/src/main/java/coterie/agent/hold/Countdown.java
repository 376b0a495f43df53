package coterie.agent.hold;

import coterie.agent.Grace;

/**
 * When a command is asked to end, and when it is killed. It is counted from when a renewal was
 * sent, and a renewal counts when the guard has heard of it, too.
 */
final class Countdown {
  private static final long MILLI = 1_000_000;

  private final Grace grace;
  private boolean isBegun;
  private long killNanos;

  Countdown(Grace grace) {
    this.grace = grace;
  }

  /** When a command is to be killed after a renewal that was sent then, and its answer. */
  static Hold.Moment kill(Hold.Moment sent, long leftMillis) {
    return sent.plusMillis(leftMillis - Grace.MARGIN_MILLIS);
  }

  /** The command may run until then; an earlier word changes nothing. */
  void secured(long newKillNanos) {
    if (!isBegun || newKillNanos - killNanos > 0) {
      killNanos = newKillNanos;
      isBegun = true;
    }
  }

  /** Whether the command may run now, and need not be asked to end. */
  boolean runs(long nowNanos) {
    return isBegun && toEndNanos(nowNanos) > 0;
  }

  /** How long until it is asked to end. */
  long toEndNanos(long nowNanos) {
    return killNanos - (grace.millis() + Grace.BEAT_MILLIS) * MILLI - nowNanos;
  }

  /** Whether it is killed by now, by its guard if by nobody else. */
  boolean isOver(long nowNanos) {
    return isBegun && killNanos - nowNanos <= 0;
  }

  /** When it is killed if it is asked to end now. */
  long killNanos(long nowNanos) {
    long own = nowNanos + grace.millis() * MILLI;
    return own - killNanos < 0 ? own : killNanos;
  }
}
