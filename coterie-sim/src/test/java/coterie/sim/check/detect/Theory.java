package coterie.sim.check.detect;

import coterie.core.TimeText;

/** What theory expects of some detectors, in closed form: the yardstick for the judges. */
final class Theory {
  private Theory() {}

  /**
   * The detector NFD-S of Chen, Toueg and Aguilera 2002, with exponential delays. A process beats
   * at i·eta. The other one, whose clock is the same, looks at the moments i·eta + delta: from the
   * i-th to the next one it trusts the process as soon as it has the i-th beat or a later one.
   *
   * <p>With F(t), how likely it is that a beat has arrived t after it was sent, the chance of
   * suspicion at x after such a moment is u(x), the product over j of 1 - F(delta + x - j·eta):
   * none of the beats i, i+1, … has arrived. A mistake begins at a moment if beat i-1 has arrived,
   * with chance q = F(delta + eta), and none of the later ones, so with chance p = q·u(0). Hence
   * E(T_MR) = eta/p, E(T_M) = ∫u/p from 0 to eta, and P_A = 1 - ∫u/eta (section 4 of their paper).
   *
   * @param periodNanos eta
   * @param shiftNanos delta
   * @param loss the chance that a beat is lost
   * @param meanNanos the mean delay
   */
  record NfdS(long periodNanos, long shiftNanos, double loss, long meanNanos) {
    private static final int STEPS = 2_000;

    /** E(T_MR) in seconds. */
    double recurrenceSeconds() {
      return seconds(periodNanos) / beginning();
    }

    /** E(T_M) in seconds. */
    double durationSeconds() {
      return suspectedSeconds() / beginning();
    }

    /** P_A. */
    double accuracy() {
      return 1 - suspectedSeconds() / seconds(periodNanos);
    }

    /** No detection takes longer than that. */
    double detectionMaxSeconds() {
      return seconds(shiftNanos) + seconds(periodNanos);
    }

    /**
     * E(T_D) in seconds for a crash at any moment of a period. The suspicion that lasts begins at
     * the first look after the last beat that came in time; g beats before the crash are missing
     * with chance q·(1-q)^g.
     */
    double detectionSeconds() {
      double period = seconds(periodNanos);
      double missing = 1 - arrived(detectionMaxSeconds());
      double chance = 1 - missing;
      double sum = 0;
      for (double left = seconds(shiftNanos); left > -period; left -= period) {
        double whole = left + period;
        sum += chance * (left >= 0 ? left + period / 2 : whole * whole / (2 * period));
        chance *= missing;
      }
      return sum;
    }

    private double beginning() {
      return arrived(detectionMaxSeconds()) * suspected(0);
    }

    /** The integral of u over a period, by Simpson's rule between its kinks. */
    private double suspectedSeconds() {
      double period = seconds(periodNanos);
      double kink = period - seconds(shiftNanos % periodNanos);
      return simpson(0, kink) + simpson(kink, period);
    }

    private double simpson(double from, double to) {
      double step = (to - from) / STEPS;
      double sum = suspected(from) + suspected(to);
      for (int i = 1; i < STEPS; i++) {
        sum += suspected(from + i * step) * (i % 2 == 1 ? 4 : 2);
      }
      return sum * step / 3;
    }

    private double suspected(double after) {
      double product = 1;
      double period = seconds(periodNanos);
      for (double age = seconds(shiftNanos) + after; age > 0; age -= period) {
        product *= 1 - arrived(age);
      }
      return product;
    }

    private double arrived(double age) {
      return (1 - loss) * (1 - StrictMath.exp(-age / seconds(meanNanos)));
    }
  }

  /**
   * SWIM, when every member pings one other at random in each period: how many periods pass on
   * average until somebody pings a crashed member of a group that had that many. It comes near
   * e/(e-1) as the group grows (A. Das, I. Gupta and A. Motivala, "SWIM", DSN 2002, section 3.1).
   */
  static double swimFirstPeriods(int members) {
    requireGroup(members);
    double spared = StrictMath.pow(1 - 1.0 / (members - 1), members - 1);
    return 1 / (1 - spared);
  }

  /**
   * SWIM, when every member pings the others in a shuffled order, round after round: within how
   * many periods each of them pings a crashed one. At worst it comes first in one round and last in
   * the next: 2n-1 for n others (the same paper, section 4.3).
   */
  static int swimPeriodsMax(int members) {
    requireGroup(members);
    return 2 * (members - 1) - 1;
  }

  private static void requireGroup(int members) {
    if (members < 2) {
      throw new IllegalArgumentException(
          "the group has at least 2 members, not %d".formatted(members));
    }
  }

  private static double seconds(long nanos) {
    return (double) nanos / TimeText.SECOND;
  }
}
