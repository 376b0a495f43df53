package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Config;
import coterie.Coterie;
import coterie.net.Loop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Nodes come into a group and leave it, again and again: nothing of them stays behind, neither
 * where they were nor with those who stay.
 */
class LeakTest {
  private static final int ROUND = 20;
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
    Deep.require();
    comeAndGo(1_000, Integer.getInteger("coterie.field.joins", 10_000));
  }

  /** What is used after the first few is compared with what is used after all. */
  private static void comeAndGo(int first, int all) throws Exception {
    try (Loop loop = Loop.open("leak");
        Coterie host = Coterie.join(config("host", List.of()).build(), loop)) {
      joins(loop, host, 0, first);
      Resources before = settled(host, Resources.now());
      joins(loop, host, first, all);
      Await.until(
          () -> "from %s back to it; now %s".formatted(before, Resources.now()),
          120,
          () -> isNoMore(Resources.now(), before));
      assertThat(host.members()).hasSize(1);
    }
  }

  private static Resources settled(Coterie host, Resources seen) throws Exception {
    Await.until("nobody is left", () -> host.members().size() == 1);
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

  private static void joins(Loop loop, Coterie host, int from, int to) throws Exception {
    for (int done = from; done < to; done += ROUND) {
      List<Coterie> guests = new ArrayList<>();
      for (int i = done; i < Math.min(to, done + ROUND); i++) {
        guests.add(guest(loop, host, i));
      }
      int expected = guests.size() + 1;
      Await.until(
          () -> "the host sees %d, not %d".formatted(host.members().size(), expected),
          60,
          () -> host.members().size() == expected);
      guests.forEach(Coterie::close);
    }
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
