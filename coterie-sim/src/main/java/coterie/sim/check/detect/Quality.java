package coterie.sim.check.detect;

import coterie.core.TimeText;
import coterie.sim.statistics.Samples;
import org.jspecify.annotations.Nullable;

/**
 * The quality of service of a failure detector in one run, after W. Chen, S. Toueg and M. K.
 * Aguilera, "On the quality of service of failure detectors", IEEE Transactions on Computers 51(5),
 * 2002, taken over all ordered pairs of an observer and another process.
 *
 * <p>A pair is judged while both are up. A mistake is a suspicion that begins in that time; it ends
 * when the process is trusted again, or, cut short, with a crash of either or with the run. A
 * suspicion that outlasts a recovery does not count as a mistake: until it ends the pair is not
 * judged, and how long that takes is the trust time.
 *
 * <p>The mean of recurrence, duration and good period is taken from totals, which counts what was
 * cut short at what was seen of it; their samples are the whole ones only, and so lean to the short
 * side where a run is not much longer than they are.
 *
 * @param detection T_D: from a crash to the beginning of the suspicion that lasts until the process
 *     recovers, the observer crashes, or the run ends; zero if it had begun before the crash. One
 *     for each crash and each process that was up then
 * @param undetected pairs of a crash and an observer that does not suspect it at the end of the run
 * @param missed pairs of a crash and an observer that did not suspect it when it recovered
 * @param knownToAll from a crash to the first moment at which all who are up suspect it
 * @param unknownToAll crashes that had no such moment before the recovery or the end
 * @param trust from a recovery to the moment at which somebody trusts the process again
 * @param untrusted pairs in which that did not happen before a crash of either or the end
 * @param recurrence T_MR: from the beginning of a mistake to that of the next about the same
 * @param duration T_M: from the beginning of a mistake to its end
 * @param good T_G: from the end of a mistake to the beginning of the next about the same
 * @param pairSeconds for how long pairs were judged, all together
 * @param mistakenSeconds for how long of that there was a mistake
 * @param upSeconds for how long processes were up, all together
 * @param bytes null if they were not counted
 */
public record Quality(
    int members,
    long lengthNanos,
    Samples detection,
    long undetected,
    long missed,
    Samples knownToAll,
    long unknownToAll,
    Samples trust,
    long untrusted,
    long mistakes,
    Samples recurrence,
    Samples duration,
    Samples good,
    double pairSeconds,
    double mistakenSeconds,
    double upSeconds,
    long messages,
    @Nullable Long bytes) {
  private static final double HOUR = 3600;

  /** The same with bytes. */
  public Quality withBytes(long counted) {
    return new Quality(
        members,
        lengthNanos,
        detection,
        undetected,
        missed,
        knownToAll,
        unknownToAll,
        trust,
        untrusted,
        mistakes,
        recurrence,
        duration,
        good,
        pairSeconds,
        mistakenSeconds,
        upSeconds,
        messages,
        counted);
  }

  /** P_A: how likely it is that a process that is up is not suspected by another, when asked. */
  public double accuracy() {
    return pairSeconds == 0 ? 1 : 1 - mistakenSeconds / pairSeconds;
  }

  /** How many mistakes a process makes in an hour in which it is up, about all the others. */
  public double mistakesPerMemberHour() {
    return upSeconds == 0 ? 0 : mistakes * HOUR / upSeconds;
  }

  /** How many mistakes a process makes in an hour about one other, while both are up. */
  public double mistakesPerPairHour() {
    return pairSeconds == 0 ? 0 : mistakes * HOUR / pairSeconds;
  }

  /** The mean of T_MR in seconds; infinite if there was no mistake. */
  public double recurrenceSeconds() {
    return mistakes == 0 ? Double.POSITIVE_INFINITY : pairSeconds / mistakes;
  }

  /** The mean of T_M in seconds; zero if there was no mistake. */
  public double durationSeconds() {
    return mistakes == 0 ? 0 : mistakenSeconds / mistakes;
  }

  /** The mean of T_G in seconds; infinite if there was no mistake. */
  public double goodSeconds() {
    return recurrenceSeconds() - durationSeconds();
  }

  /** Messages that a process sends in a second in which it is up. */
  public double messagesPerMemberSecond() {
    return upSeconds == 0 ? 0 : messages / upSeconds;
  }

  /** Bytes that a process sends in a second in which it is up; null if they were not counted. */
  public @Nullable Double bytesPerMemberSecond() {
    return bytes == null ? null : upSeconds == 0 ? Double.valueOf(0) : bytes / upSeconds;
  }

  public double lengthSeconds() {
    return (double) lengthNanos / TimeText.SECOND;
  }
}
