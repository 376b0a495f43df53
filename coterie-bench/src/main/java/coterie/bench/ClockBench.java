package coterie.bench;

import coterie.clock.Clocks;
import coterie.clock.HybridClock;
import coterie.clock.Order;
import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Output;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * What the clocks cost in CPU nanoseconds of their threads. A hybrid clock is held against the bare
 * reading of the system clock in the same round, alone and with two threads; the median of the
 * ratios of many short rounds stands still where single rounds do not.
 */
final class ClockBench {
  private static final int ROUNDS = 41;
  private static final int READINGS = 50_000;
  private static final int STEPS = 200_000;

  /** Two threads contend in a round if one comes between two readings of the other that often. */
  private static final double MIXED_MIN = 0.1;

  private static final int VECTORS = 64;
  private static final int WARM_UPS = 10;
  private static final long DRIFT_MAX = 1_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final PrintStream out;
  private final Codec<Clocks.Msg> codec = Codec.of(Clocks.Msg.class);
  private final SplittableRandom random = new SplittableRandom(1);
  private final Output output = new Output();

  ClockBench(PrintStream out) {
    this.out = out;
  }

  void run(int entries) {
    out.printf(
        "%-26s %8s %10s %10s %8s%n", "hybrid clock", "threads", "bare ns", "now ns", "ratio");
    readings(1);
    readings(2);
    out.printf("%n%-26s %8s %10s %10s %8s%n", "vector", "entries", "median ns", "best ns", "B");
    vectors(entries);
  }

  private void readings(int threads) {
    HybridClock clock = new HybridClock(System::currentTimeMillis, DRIFT_MAX);
    List<double[]> rounds = new ArrayList<>();
    for (int i = -WARM_UPS; i < ROUNDS * threads; i++) {
      Pace bare = pace(threads, System::currentTimeMillis);
      Pace hybrid = pace(threads, clock::now);
      boolean counts = threads == 1 || hybrid.mixed > MIXED_MIN;
      if (i >= 0 && counts) {
        rounds.add(new double[] {bare.nanos, hybrid.nanos, hybrid.nanos / bare.nanos});
      }
    }
    if (rounds.isEmpty()) {
      out.printf("%-26s %8d the threads never ran at the same time%n", "now", threads);
      return;
    }
    out.printf(
        "%-26s %8d %10.1f %10.1f %8.2f %8d%n",
        "now", threads, median(rounds, 0), median(rounds, 1), median(rounds, 2), rounds.size());
  }

  private static double median(List<double[]> rounds, int index) {
    return median(rounds.stream().mapToDouble(round -> round[index]).toArray());
  }

  /**
   * How fast a clock was read.
   *
   * @param nanos the CPU time of a reading
   * @param mixed how often another thread came in between two readings
   */
  private record Pace(double nanos, double mixed) {}

  /** So many threads read at the same time, if the machine lets them. */
  private static Pace pace(int threads, LongSupplier clock) {
    if (threads == 1) {
      return pace(clock);
    }
    Pace[] each = new Pace[threads];
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    await(start);
                    each[thread] = pace(clock);
                  }));
    }
    running.forEach(ClockBench::join);
    return new Pace(
        Arrays.stream(each).mapToDouble(Pace::nanos).average().orElseThrow(),
        Arrays.stream(each).mapToDouble(Pace::mixed).average().orElseThrow());
  }

  private static Pace pace(LongSupplier clock) {
    long begin = THREADS.getCurrentThreadCpuTime();
    long before = 0;
    int mixed = 0;
    for (int i = 0; i < READINGS; i++) {
      long time = clock.getAsLong();
      mixed += time == before + 1 ? 0 : 1;
      before = time;
    }
    long nanos = THREADS.getCurrentThreadCpuTime() - begin;
    requireWork(before);
    return new Pace((double) nanos / READINGS, (double) mixed / READINGS);
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void vectors(int entries) {
    long[] nodes = LongStream.range(0, entries).toArray();
    VectorClock[] some = vectors(i -> nodes);
    VectorClock[] others = vectors(i -> nodes);
    VectorClock[] copies = Arrays.stream(some).map(ClockBench::copy).toArray(VectorClock[]::new);
    VectorClock[] drawn = vectors(i -> drawn(entries, 2 * entries));
    VectorClock[] upper = vectors(i -> LongStream.range(entries, 2L * entries).toArray());
    VectorClock[] even = vectors(i -> LongStream.range(0, entries).map(k -> 2 * k).toArray());
    VectorClock[] odd = vectors(i -> LongStream.range(0, entries).map(k -> 2 * k + 1).toArray());
    merge("merge, same nodes", some, others);
    merge("merge, equal", some, copies);
    merge("merge, covered", some, covering(some));
    merge("merge, random nodes", drawn, some);
    merge("merge, interleaved", even, odd);
    merge("merge, disjoint", some, upper);
    compare("compare, same nodes", some, others);
    compare("compare, equal", some, copies);
    compare("compare, before", some, covering(some));
    compare("compare, random nodes", drawn, some);
    wire(some);
  }

  /** Several vectors, so that no branch is learned by heart. */
  private VectorClock[] vectors(IntFunction<long[]> nodes) {
    VectorClock[] vectors = new VectorClock[VECTORS];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] =
          VectorClock.of(
              Arrays.stream(nodes.apply(i))
                  .mapToObj(node -> new Dot(new NodeId(node), 1 + random.nextInt(60)))
                  .toList());
    }
    return vectors;
  }

  private long[] drawn(int entries, int from) {
    return random.longs(0, from).distinct().limit(entries).toArray();
  }

  /** An equal vector that shares nothing, as one that was received. */
  private static VectorClock copy(VectorClock vector) {
    return VectorClock.of(vector.entries());
  }

  private static VectorClock[] covering(VectorClock[] vectors) {
    VectorClock[] covering = new VectorClock[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      covering[i] = vectors[i].increment(vectors[i].entries().getLast().node());
    }
    return covering;
  }

  private void merge(String what, VectorClock[] one, VectorClock[] other) {
    int[] turn = {0};
    time(
        what,
        one[0].size(),
        () -> {
          int i = turn[0]++ & (VECTORS - 1);
          return one[i].merge(other[i]).size();
        });
  }

  private void compare(String what, VectorClock[] one, VectorClock[] other) {
    int[] turn = {0};
    time(
        what,
        one[0].size(),
        () -> {
          int i = turn[0]++ & (VECTORS - 1);
          return one[i].compare(other[i]) == Order.AFTER ? 2 : 1;
        });
  }

  private void wire(VectorClock[] vectors) {
    Clocks.Letter[] letters = new Clocks.Letter[vectors.length];
    byte[][] encoded = new byte[vectors.length][];
    for (int i = 0; i < vectors.length; i++) {
      letters[i] = new Clocks.Letter("", 1_794_822_000_123L, i + 1, vectors[i], 1L << 56);
      encoded[i] = codec.encode(letters[i]);
    }
    int[] turn = {0};
    int entries = vectors[0].size();
    time(
        "encode a letter of %d B".formatted(encoded[0].length),
        entries,
        () -> encode(letters[turn[0]++ & (VECTORS - 1)]));
    time("decode it", entries, () -> decode(encoded[turn[0]++ & (VECTORS - 1)]));
  }

  private int encode(Clocks.Letter letter) {
    output.clear();
    codec.write(letter, output);
    return output.size();
  }

  private int decode(byte[] bytes) {
    if (codec.decode(bytes) instanceof Decoded.Value<Clocks.Msg>(Clocks.Letter letter)) {
      return letter.vector().size();
    }
    throw new IllegalStateException("a letter was not understood");
  }

  private void time(String what, int entries, IntSupplier step) {
    for (int i = 0; i < WARM_UPS; i++) {
      repeat(step);
    }
    double[] nanos = new double[ROUNDS];
    double allocated = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Meter meter = new Meter();
      repeat(step);
      nanos[i] = meter.threadSeconds() * 1e9 / STEPS;
      allocated = (double) meter.allocatedBytes() / STEPS;
    }
    out.printf(
        "%-26s %8d %10.1f %10.1f %8.0f%n",
        what, entries, median(nanos), Arrays.stream(nanos).min().orElseThrow(), allocated);
  }

  private static void repeat(IntSupplier step) {
    long sum = 0;
    for (int i = 0; i < STEPS; i++) {
      sum += step.getAsInt();
    }
    requireWork(sum);
  }

  /** The sum is looked at, so that the compiler cannot do without the work. */
  private static void requireWork(long sum) {
    if (sum == 0) {
      throw new IllegalStateException("nothing was done");
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
