package coterie.bench;

import coterie.core.TimeText;
import coterie.detect.phi.Phi;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What a beat and a question cost the phi accrual detector when its window of 1,000 intervals is
 * full, and that they allocate nothing. Questions come at random moments after a beat: while the
 * peer is in time, when it is somewhat late, and when it has been silent for long.
 */
final class PhiBench {
  private static final long PERIOD = TimeText.SECOND;
  private static final int SAMPLES = 1_000;
  private static final int ROUNDS = 2_000_000;
  private static final int REPETITIONS = 9;
  private static final int MOMENTS = 4_096;

  private final PrintStream out;
  private final long[] intervals = new long[MOMENTS];

  PhiBench(PrintStream out) {
    this.out = out;
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(intervals, i -> PERIOD + random.nextLong(-PERIOD / 10, PERIOD / 10));
  }

  void run() {
    out.printf("%-22s %10s %10s %10s%n", "asked after", "median ns", "best ns", "B/round");
    measure("0 to 1 period", 0, PERIOD);
    measure("1 to 1.5 periods", PERIOD, PERIOD + PERIOD / 2);
    measure("2 to 10 periods", 2 * PERIOD, 10 * PERIOD);
  }

  /** A round is one beat and one question. */
  private void measure(String when, long from, long to) {
    SplittableRandom random = new SplittableRandom(2);
    long[] waits = new long[MOMENTS];
    Arrays.setAll(waits, i -> random.nextLong(from, to));
    Phi phi = new Phi(new Phi.Config(PERIOD, SAMPLES, PERIOD / 100, 0), 0);
    double[] nanos = new double[REPETITIONS];
    long now = rounds(phi, waits, 0);
    long bytes = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      Meter meter = new Meter();
      now = rounds(phi, waits, now);
      nanos[i] = meter.threadSeconds() * 1e9 / ROUNDS;
      bytes = meter.allocatedBytes();
    }
    Arrays.sort(nanos);
    out.printf(
        "%-22s %10.1f %10.1f %10.2f%n",
        when, nanos[REPETITIONS / 2], nanos[0], (double) bytes / ROUNDS);
  }

  private long rounds(Phi phi, long[] waits, long start) {
    long now = start;
    double sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      now += intervals[i & (MOMENTS - 1)];
      phi.beat(now);
      sum += phi.level(now + waits[i & (MOMENTS - 1)]);
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalStateException("the levels add up to " + sum);
    }
    return now;
  }
}
