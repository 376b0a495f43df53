package coterie.bench.micro;

import coterie.clock.HybridClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A reading of the hybrid clock beside one of the system clock, alone and with two threads. */
@State(Scope.Benchmark)
public class HybridClockBenchmark {
  private static final long DRIFT_MAX = 1_000;

  private final HybridClock clock = new HybridClock(System::currentTimeMillis, DRIFT_MAX);

  @Benchmark
  public long system() {
    return System.currentTimeMillis();
  }

  @Benchmark
  public long now() {
    return clock.now();
  }

  @Benchmark
  @Threads(2)
  public long systemOfTwoThreads() {
    return System.currentTimeMillis();
  }

  @Benchmark
  @Threads(2)
  public long nowOfTwoThreads() {
    return clock.now();
  }
}
