package coterie.agent;

import coterie.core.TimeText;
import coterie.mutex.lease.LeaseConfig;
import org.jspecify.annotations.Nullable;

/**
 * How long a command may take to end, once it has been asked to. It is dead before anybody else can
 * hold what it relied on:
 *
 * <p>grace + beat + margin + renewal + pause + drift &lt; lease
 *
 * <p>A client asks its command to end when the time left is at most grace + beat + margin, and
 * kills it when the margin is left. docs/agent.md explains every part.
 */
public record Grace(long millis) {
  /** From one renewal of a client to its next. */
  public static final long BEAT_MILLIS = 500;

  /** From the first KILL until nothing of the command is left. */
  public static final long MARGIN_MILLIS = 500;

  private static final long STANDARD_MILLIS = 2_000;
  private static final long MILLI = 1_000_000;

  public Grace {
    if (millis < 0) {
      throw new IllegalArgumentException("a grace is 0 s or longer");
    }
  }

  /**
   * The one that a client names, or the standard one.
   *
   * @throws IllegalArgumentException if the lease has no room for it
   */
  static Grace of(@Nullable String text, LeaseConfig lease) {
    long longest = longestMillis(lease);
    if (longest < 0) {
      throw new IllegalArgumentException(refusal(0, lease));
    }
    if (text == null) {
      return new Grace(Math.min(STANDARD_MILLIS, longest));
    }
    long millis = TimeText.parse(text) / MILLI;
    if (millis > longest) {
      throw new IllegalArgumentException(refusal(millis, lease));
    }
    return new Grace(millis);
  }

  /** The formula, solved for the grace; negative if even none is too long. */
  static long longestMillis(LeaseConfig lease) {
    long heldMillis = lease.heldNanos() / MILLI;
    return heldMillis - lease.renewNanos() / MILLI - BEAT_MILLIS - MARGIN_MILLIS;
  }

  private static String refusal(long millis, LeaseConfig lease) {
    long drift = lease.leaseNanos() - lease.pauseNanos() - lease.heldNanos();
    String sum =
        "a grace of %s s, a beat of %s s, a margin of %s s, a renewal every %s s, pauses of %s s"
            .formatted(
                seconds(millis),
                seconds(BEAT_MILLIS),
                seconds(MARGIN_MILLIS),
                TimeText.format(lease.renewNanos()),
                TimeText.format(lease.pauseNanos()));
    String rest =
        " and a drift of %s s do not fit into a lease of %s s; "
            .formatted(seconds(drift / MILLI), TimeText.format(lease.leaseNanos()));
    long longest = longestMillis(lease);
    return sum
        + rest
        + (longest < 0
            ? "no command can run under it"
            : "choose a grace of up to %s s".formatted(seconds(longest)));
  }

  private static String seconds(long millis) {
    return TimeText.format(millis * MILLI);
  }

  /** The time left at which a command is asked to end. */
  public long endMillis() {
    return millis + BEAT_MILLIS + MARGIN_MILLIS;
  }

  /**
   * For how long a client may be silent. Its own count began earlier, when it sent its last
   * renewal, so after that time it has asked its command to end.
   */
  long silenceMillis(LeaseConfig lease) {
    return lease.heldNanos() / MILLI - endMillis();
  }
}
