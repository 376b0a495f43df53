package coterie.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The wheel against a sorted set of (time, order of scheduling), under random calls. */
final class WheelTest {
  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 10_000 : 1_000;
  private static final int CALLS = 400;

  private record Entry(long time, long order, int handle) {}

  private static final class Pair {
    final Random random;
    final Wheel wheel = new Wheel();
    final TreeSet<Entry> reference =
        new TreeSet<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::order));
    final List<Entry> waiting = new ArrayList<>();
    long order;

    /** Nothing is added before the last time taken, nor before a limit at which nothing was due. */
    long now;

    Pair(long seed) {
      random = new Random(seed);
    }

    void add(long time) {
      int handle = wheel.add(time, ~order, order, "event " + order);
      Entry entry = new Entry(time, order++, handle);
      reference.add(entry);
      waiting.add(entry);
    }

    void addBurst() {
      long time = now + delay();
      for (int count = 1 + random.nextInt(8); count > 0; count--) {
        add(time);
      }
    }

    void removeAny() {
      if (!waiting.isEmpty()) {
        Entry entry = waiting.remove(random.nextInt(waiting.size()));
        reference.remove(entry);
        wheel.remove(entry.handle);
      }
    }

    boolean take(long limit) {
      int event = wheel.take(limit);
      if (reference.isEmpty() || reference.first().time > limit) {
        assertThat(event).isEqualTo(Wheel.NONE);
        now = Math.max(now, limit == Long.MAX_VALUE ? now : limit);
        return false;
      }
      check(event, reference.first());
      return true;
    }

    void takeAny(long limit) {
      int event = wheel.takeAny(limit, random::nextInt);
      if (reference.isEmpty() || reference.first().time > limit) {
        assertThat(event).isEqualTo(Wheel.NONE);
        now = Math.max(now, limit);
        return;
      }
      Entry chosen =
          reference.stream().filter(entry -> entry.order == wheel.second(event)).findAny().get();
      assertThat(chosen.time).isEqualTo(reference.first().time);
      check(event, chosen);
    }

    void check(int event, Entry expected) {
      assertThat(wheel.time(event)).isEqualTo(expected.time);
      assertThat(wheel.second(event)).isEqualTo(expected.order);
      assertThat(wheel.first(event)).isEqualTo(~expected.order);
      assertThat(wheel.subject(event)).isEqualTo("event " + expected.order);
      wheel.release(event);
      reference.remove(expected);
      waiting.remove(expected);
      now = expected.time;
    }

    void callAny() {
      switch (random.nextInt(11)) {
        case 0, 1, 2 -> add(now + delay());
        case 3 -> addBurst();
        case 4 -> add(waiting.isEmpty() ? now : Math.max(now, anyWaiting().time));
        case 5, 6 -> removeAny();
        case 7 -> takeAny(now + delay());
        default -> take(now + delay());
      }
      assertThat(wheel.size()).isEqualTo(reference.size());
    }

    Entry anyWaiting() {
      return waiting.get(random.nextInt(waiting.size()));
    }

    /** Near or far: the number of bits is as likely as any other, and ties are common. */
    long delay() {
      return random.nextLong() >>> (24 + random.nextInt(40));
    }

    void drain() {
      while (take(Long.MAX_VALUE)) {}
      assertThat(wheel.size()).isZero();
    }
  }

  @Test
  void givesEventsBackByTimeThenByOrderOfScheduling() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Pair pair = new Pair(seed);
      try {
        for (int i = 0; i < CALLS; i++) {
          pair.callAny();
        }
        pair.drain();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** An event alone in a far slot is seen, but not due: the cursor must stay behind the limit. */
  @Test
  void eventBeyondTheLimitDoesNotKeepAnEarlierOneOut() {
    Pair pair = new Pair(0);
    pair.add(1L << 40);
    pair.take(10);
    pair.add(11);
    pair.add(1L << 40);
    pair.drain();
  }

  @Test
  void placesAreReused() {
    Wheel wheel = new Wheel();
    int largest = 0;
    for (int i = 0; i < 1_000_000; i++) {
      int handle = wheel.add(i, 0, 0, "event");
      largest = Math.max(largest, handle);
      wheel.release(wheel.take(i));
    }
    assertThat(largest).isLessThan(1_000);
  }
}
