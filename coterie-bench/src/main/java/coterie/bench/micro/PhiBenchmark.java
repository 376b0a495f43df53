package coterie.bench.micro;

import coterie.core.TimeText;
import coterie.detect.phi.Phi;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A beat and a question of the phi accrual detector when its window of 1,000 intervals is full. The
 * question comes at a random moment after the beat: while the peer is in time, when it is somewhat
 * late, and when it has been silent for long.
 */
@State(Scope.Thread)
public class PhiBenchmark {
  private static final long PERIOD = TimeText.SECOND;
  private static final int SAMPLES = 1_000;
  private static final int MOMENTS = 4_096;

  /** In how many tenths of a period after a beat the question comes: at least, and at most. */
  @Param({"0-10", "10-15", "20-100"})
  public String tenths = "";

  private final Phi phi = new Phi(new Phi.Config(PERIOD, SAMPLES, PERIOD / 100, 0), 0);
  private final long[] intervals =
      new SplittableRandom(1).longs(MOMENTS, PERIOD * 9 / 10, PERIOD * 11 / 10).toArray();
  private long[] waits = {};
  private long now;
  private int turn;

  @Setup
  public void fill() {
    String[] limits = tenths.split("-", -1);
    long from = Long.parseLong(limits[0]) * PERIOD / 10;
    long to = Long.parseLong(limits[1]) * PERIOD / 10;
    waits = new SplittableRandom(2).longs(MOMENTS, from, to).toArray();
    for (int i = 0; i <= SAMPLES; i++) {
      beatAndQuestion();
    }
  }

  @Benchmark
  public double beatAndQuestion() {
    int moment = turn++ & (MOMENTS - 1);
    now += intervals[moment];
    phi.beat(now);
    return phi.level(now + waits[moment]);
  }
}
