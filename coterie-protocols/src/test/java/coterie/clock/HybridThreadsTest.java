package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One hybrid clock, many threads. */
class HybridThreadsTest {
  private static final int THREADS = 4;
  private static final int READINGS = 100_000;

  private final AtomicInteger ticks = new AtomicInteger();
  private final AtomicLong handed = new AtomicLong();
  private final HybridClock clock = new HybridClock(this::wall, 1_000);

  /** It runs, and now and then a thread gets to see an old reading. */
  private long wall() {
    int tick = ticks.incrementAndGet();
    return 10_000 + tick / 2_000 - tick % 3;
  }

  /** Reads, receives what others have handed over, and hands over in turn. */
  private long[] read(int thread, CountDownLatch ready) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(thread);
    long[] times = new long[READINGS];
    ready.countDown();
    ready.await();
    long before = 0;
    for (int i = 0; i < READINGS; i++) {
      long heard = handed.get();
      times[i] = random.nextInt(4) == 0 ? clock.receive(heard) : clock.now();
      if (times[i] <= before || times[i] <= heard) {
        throw new IllegalStateException(
            "%d came after %d, and %d had been heard of".formatted(times[i], before, heard));
      }
      before = times[i];
      handed.set(before);
    }
    return times;
  }

  @Test
  void timesAreUniqueAndGrowForEveryThreadAndWithWhatItHasHeard()
      throws InterruptedException, ExecutionException {
    CountDownLatch ready = new CountDownLatch(THREADS);
    List<Future<long[]>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(threads.submit(() -> read(thread, ready)));
      }
    }
    long[] all = new long[THREADS * READINGS];
    for (int i = 0; i < THREADS; i++) {
      System.arraycopy(running.get(i).get(), 0, all, i * READINGS, READINGS);
    }
    Arrays.sort(all);
    for (int i = 1; i < all.length; i++) {
      assertThat(all[i] > all[i - 1]).as("the time %d was given twice", all[i]).isTrue();
    }
    assertThat(clock.last()).isGreaterThanOrEqualTo(all[all.length - 1]);
  }
}
