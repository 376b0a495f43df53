package coterie.bench.micro;

import coterie.wheel.Wheel;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The earliest event leaves a queue of a given size, and another one comes within a second. */
@State(Scope.Thread)
public class WheelBenchmark {
  private static final int DELAYS = 1 << 16;

  @Param({"1000", "100000"})
  public int size;

  private final long[] delays = new SplittableRandom(1).longs(DELAYS, 0, 1_000_000_000).toArray();
  private final Wheel wheel = new Wheel();
  private int turn;

  @Setup
  public void fill() {
    for (int i = 0; i < size; i++) {
      wheel.add(delays[i & (DELAYS - 1)], i, i, this);
    }
  }

  @Benchmark
  public long takeAndAdd() {
    int event = wheel.take(Long.MAX_VALUE);
    long now = wheel.time(event);
    wheel.release(event);
    wheel.add(now + delays[turn++ & (DELAYS - 1)], 0, 0, this);
    return now;
  }
}
