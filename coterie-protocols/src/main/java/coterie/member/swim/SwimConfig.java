package coterie.member.swim;

import coterie.core.TimeText;

/**
 * How SWIM runs. The profiles {@link #lan}, {@link #wan} and {@link #loopback} have all the
 * additions; {@link #bare} has none, so that what each of them buys can be measured.
 *
 * @param periodNanos every period each member probes one other
 * @param timeoutNanos how long a probe may stay unanswered before others are asked to try
 * @param relays how many others are asked to probe in its stead
 * @param suspicionPeriods how many periods a suspect has to refute, times the decimal logarithm of
 *     the group's size; 0: a member that does not answer has failed at once
 * @param suspicionStretch how many times longer the first suspicion waits, and less with every
 *     member that confirms it
 * @param confirmations how many of them bring it down to the shortest time
 * @param shuffled whether every member is probed once a round; otherwise each probe goes to a
 *     random one
 * @param queued whether news rides on messages until each was told often enough; otherwise every
 *     message carries its sender and random members
 * @param gossipMax how many updates a message carries; 0: as many as fit into a datagram
 * @param tellFactor how often an update is told, times the binary logarithm of the group's size
 * @param syncNanos how often two members compare all they know; 0: never
 * @param tombstoneNanos how long old news cannot bring back one that failed or left
 * @param reconnectNanos how often one that failed is tried again; 0: never
 * @param forgetNanos how long one that failed is tried again at all
 * @param healthMax how many times longer a member waits that is late itself; 0: no longer
 * @param tellsSuspects whether a message to a suspect says first that it is one
 * @param urgentMax how many messages a period a member may send for nothing but news; 0: news only
 *     ride on probes
 */
public record SwimConfig(
    long periodNanos,
    long timeoutNanos,
    int relays,
    int suspicionPeriods,
    int suspicionStretch,
    int confirmations,
    boolean shuffled,
    boolean queued,
    int gossipMax,
    int tellFactor,
    long syncNanos,
    long tombstoneNanos,
    long reconnectNanos,
    long forgetNanos,
    int healthMax,
    boolean tellsSuspects,
    int urgentMax) {
  private static final long DAY = 24 * 3600 * TimeText.SECOND;

  public SwimConfig {
    if (periodNanos < 1 || timeoutNanos < 1) {
      throw new IllegalArgumentException("period and timeout must be longer than 0");
    }
    if (timeoutNanos >= periodNanos) {
      throw new IllegalArgumentException(
          "the timeout of a probe must be below its period of %s, not %s"
              .formatted(TimeText.format(periodNanos), TimeText.format(timeoutNanos)));
    }
    requireFrom(0, relays, "relays");
    requireFrom(0, suspicionPeriods, "suspicion");
    requireFrom(1, suspicionStretch, "stretch");
    requireFrom(0, confirmations, "confirmations");
    requireFrom(queued ? 0 : 1, gossipMax, "gossip");
    requireFrom(1, tellFactor, "retransmit");
    requireFrom(0, healthMax, "health");
    requireFrom(0, urgentMax, "urgent");
    if (syncNanos < 0 || tombstoneNanos < 1 || reconnectNanos < 0 || forgetNanos < tombstoneNanos) {
      throw new IllegalArgumentException(
          "sync and reconnect take a time from 0, and a member is forgotten after its tombstone");
    }
  }

  /** For members in one data centre. */
  public static SwimConfig lan() {
    return full(TimeText.SECOND, TimeText.SECOND / 5, 2);
  }

  /** For members that are far apart. */
  public static SwimConfig wan() {
    return full(5 * TimeText.SECOND, 2 * TimeText.SECOND, 6);
  }

  /** For members on one machine. */
  public static SwimConfig loopback() {
    return full(TimeText.SECOND / 5, TimeText.SECOND / 20, 3);
  }

  /**
   * Without any addition: no suspicion, random probes, random members in every message, and nobody
   * who failed is tried again. PlainSwim is a protocol of its own.
   */
  public static SwimConfig bare() {
    return new SwimConfig(
        TimeText.SECOND,
        TimeText.SECOND / 2,
        3,
        0,
        1,
        0,
        false,
        false,
        6,
        1,
        0,
        60 * TimeText.SECOND,
        0,
        DAY,
        0,
        false,
        0);
  }

  private static SwimConfig full(long period, long timeout, int suspicion) {
    return new SwimConfig(
        period,
        timeout,
        3,
        suspicion,
        6,
        3,
        true,
        true,
        0,
        3,
        30 * period,
        60 * period,
        5 * period,
        DAY,
        8,
        true,
        30);
  }

  /** From the ping to the verdict: others have half as much time again as the member itself had. */
  long verdictNanos() {
    return Math.min(periodNanos, timeoutNanos / 2 * 5);
  }

  /** When a relay says that it has heard nothing, so that it is heard before the verdict. */
  long reportNanos() {
    return Math.min(timeoutNanos, verdictNanos() - timeoutNanos) / 5 * 4;
  }

  private static void requireFrom(int least, int value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s takes a whole number from %d, not %d".formatted(name, least, value));
    }
  }
}
