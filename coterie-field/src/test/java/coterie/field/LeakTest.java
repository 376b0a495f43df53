package coterie.field;

import coterie.Config;
import coterie.Coterie;
import coterie.net.Loop;
import coterie.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Nodes come into a group and leave it, again and again: nothing of them stays behind, neither
 * where they were nor with those who stay.
 */
class LeakTest {
  private static final int ROUND = 25;
  private static final int NAMES = 500;
  private static final int THREADS_MORE = 4;
  private static final int FILES_MORE = 8;
  private static final long HEAP_MORE = 8 << 20;

  @Test
  void twoHundredJoinsAndLeavesLeaveNothingBehind() throws Exception {
    comeAndGo(100, 200);
  }

  @Test
  void tenThousandJoinsAndLeavesLeaveNothingBehind() throws Exception {
    Field.require();
    comeAndGo(1_000, Integer.getInteger("coterie.field.joins", 10_000));
  }

  /** What is used after the first few is compared with what is used after all. */
  private static void comeAndGo(int first, int all) throws Exception {
    try (Loop loop = Loop.open("leak");
        Coterie host = Coterie.join(config("host", List.of()).build(), loop)) {
      joins(loop, host, 0, first);
      Resources before = settled(Resources.now());
      joins(loop, host, first, all);
      Await.until(
          () -> "from %s back to it; now %s".formatted(before, Resources.now()),
          120,
          () -> isNoMore(Resources.now(), before));
    }
  }

  private static Resources settled(Resources seen) throws Exception {
    Resources before = seen;
    Resources now = Resources.now();
    while (now.threads() < before.threads() || now.files() < before.files()) {
      Thread.sleep(200);
      before = now;
      now = Resources.now();
    }
    return now;
  }

  private static boolean isNoMore(Resources now, Resources before) {
    return now.threads() <= before.threads() + THREADS_MORE
        && now.files() <= before.files() + FILES_MORE
        && now.heapBytes() <= before.heapBytes() + HEAP_MORE;
  }

  /** Some at a time, at once, since a farewell takes its time. */
  private static void joins(Loop loop, Coterie host, int from, int to) throws Exception {
    for (int done = from; done < to; done += ROUND) {
      List<Callable<Coterie>> joins = new ArrayList<>();
      for (int i = done; i < Math.min(to, done + ROUND); i++) {
        int number = i;
        joins.add(() -> guest(loop, host, number));
      }
      List<Coterie> guests = atOnce(joins);
      sees(host, guests.size() + 1);
      atOnce(guests.stream().map(guest -> Executors.callable(guest::close)).toList());
      sees(host, 1); // Those who told only each other that they leave are found out soon.
    }
  }

  private static void sees(Coterie host, int expected) throws Exception {
    Await.until(
        () -> "the host sees %d, not %d".formatted(host.members().size(), expected),
        60,
        () -> host.members().size() == expected);
  }

  private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> future : threads.invokeAll(calls)) {
        results.add(future.get());
      }
    }
    return results;
  }

  /** Names come again, as those of a service do that is deployed anew. */
  private static Coterie guest(Loop loop, Coterie host, int number) {
    return Coterie.join(
        config("guest-" + number % NAMES, List.of(host.address())).mayBeAlone(false).build(), loop);
  }

  private static Config.Builder config(String name, List<String> seeds) {
    return Config.builder()
        .cluster("leak")
        .name(name)
        .bind("127.0.0.1:0")
        .profile("loopback")
        .seeds(seeds);
  }
}
