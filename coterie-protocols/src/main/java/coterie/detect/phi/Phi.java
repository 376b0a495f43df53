package coterie.detect.phi;

import coterie.detect.Intervals;

/**
 * The suspicion level of one peer, from the times at which its beats arrived: phi = -log10 of the
 * probability that a beat comes later than now, if intervals between beats are normally distributed
 * with the mean and deviation of the last ones. At phi 1 a suspicion is wrong one time in ten, at
 * phi 8 one time in a hundred million.
 *
 * <p>A beat and a question cost constant time and allocate nothing once the window is full.
 *
 * <p>N. Hayashibara, X. Défago, R. Yared and T. Katayama, "The phi accrual failure detector", SRDS
 * 2004, section 4.
 */
public final class Phi {
  /**
   * What is assumed about beats.
   *
   * @param expectedNanos the interval to expect as long as none has been seen
   * @param samples how many intervals are remembered
   * @param deviationMinNanos intervals are never taken for more regular than this; without it, a
   *     quiet network would make the smallest delay suspicious
   * @param pauseNanos how much later than usual a beat may always be, as after a long collection
   */
  public record Config(long expectedNanos, int samples, long deviationMinNanos, long pauseNanos) {
    public Config {
      if (expectedNanos < 1 || deviationMinNanos < 1) {
        throw new IllegalArgumentException(
            "the expected interval and the least deviation must be longer than 0");
      }
      if (samples < 2 || samples > Intervals.COUNT_MAX) {
        throw new IllegalArgumentException(
            "samples must be from 2 to %d, not %d".formatted(Intervals.COUNT_MAX, samples));
      }
      if (pauseNanos < 0) {
        throw new IllegalArgumentException("an acceptable pause is 0 or longer");
      }
    }
  }

  private final Config config;
  private final Intervals intervals;
  private long lastNanos;
  private double meanNanos;
  private double deviationNanos;

  /**
   * Begins as if two beats had come around the expected interval, a quarter of it early and late:
   * so that a peer that dies before its first beats is suspected as well.
   *
   * @param nowNanos from when on beats are expected
   */
  public Phi(Config config, long nowNanos) {
    this.config = config;
    this.intervals = new Intervals(config.samples);
    long quarter = config.expectedNanos / 4;
    intervals.add(config.expectedNanos - quarter);
    intervals.add(config.expectedNanos + quarter);
    estimate();
    this.lastNanos = nowNanos;
  }

  /** A beat has come. */
  public void beat(long nowNanos) {
    beat(nowNanos, nowNanos - lastNanos);
  }

  /** A beat has come, and this is what to remember as the time since the one before. */
  void beat(long nowNanos, long intervalNanos) {
    intervals.add(intervalNanos);
    estimate();
    lastNanos = nowNanos;
  }

  /** The peer beats after it was away: the time since its last beat says nothing of its rhythm. */
  public void resume(long nowNanos) {
    lastNanos = nowNanos;
  }

  /** The suspicion level at that time: from 0, and without a cap. */
  public double level(long nowNanos) {
    return NormalTail.phi((nowNanos - lastNanos - laterNanos()) / deviationNanos);
  }

  /** When the last beat came, or when the first one began to be expected. */
  long lastNanos() {
    return lastNanos;
  }

  /** When the level is reached that lies that many deviations above the mean. */
  long deadlineNanos(double deviations) {
    double wait = StrictMath.ceil(laterNanos() + deviations * deviationNanos);
    return lastNanos + Math.max(1, (long) wait);
  }

  private double laterNanos() {
    return meanNanos + config.pauseNanos;
  }

  private void estimate() {
    meanNanos = intervals.meanNanos();
    deviationNanos = Math.max(intervals.deviationNanos(), (double) config.deviationMinNanos);
  }
}
