package coterie.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Processes that do things, send and receive, in an order that is drawn from a seed: messages come
 * late, never, twice, and overtake each other, and wall clocks are apart, stand still and go back.
 *
 * @param <T> what a clock gives to an event
 */
final class RandomHistory<T> {
  /** The clock of one process. */
  interface Clock<T> {
    T now();

    T receive(T sent);
  }

  interface Maker<T> {
    Clock<T> make(int process, LongSupplier wallMillis);
  }

  private record Sent<T>(int event, T stamp) {}

  private final SplittableRandom random;
  private final List<Clock<T>> clocks = new ArrayList<>();
  private final long[] walls;
  private final List<Sent<T>> underWay = new ArrayList<>();
  final HappenedBefore truth;
  final List<T> stamps = new ArrayList<>();

  /** The highest wall clock that was ever read before the event or at it. */
  final List<Long> wallsMax = new ArrayList<>();

  private long wallMax;

  RandomHistory(long seed, Maker<T> maker) {
    random = new SplittableRandom(seed);
    walls = new long[2 + random.nextInt(4)];
    truth = new HappenedBefore(walls.length);
    long apart = random.nextBoolean() ? 1 : 500;
    for (int i = 0; i < walls.length; i++) {
      int process = i;
      walls[i] = 10_000 + random.nextLong(apart);
      clocks.add(maker.make(process, () -> read(process)));
    }
  }

  private long read(int process) {
    wallMax = Math.max(wallMax, walls[process]);
    return walls[process];
  }

  RandomHistory<T> run(int events) {
    while (stamps.size() < events) {
      passTime();
      int process = random.nextInt(walls.length);
      if (random.nextInt(3) == 0 && !underWay.isEmpty()) {
        receive(process);
      } else {
        int event = truth.add(process, HappenedBefore.NOTHING);
        stamped(clocks.get(process).now());
        if (random.nextBoolean()) {
          underWay.add(new Sent<>(event, stamps.getLast()));
        }
      }
    }
    return this;
  }

  private void receive(int process) {
    int index = random.nextInt(underWay.size());
    Sent<T> sent = random.nextInt(4) == 0 ? underWay.get(index) : underWay.remove(index);
    truth.add(process, sent.event);
    stamped(clocks.get(process).receive(sent.stamp));
  }

  private void stamped(T stamp) {
    stamps.add(stamp);
    wallsMax.add(wallMax);
  }

  private void passTime() {
    if (random.nextInt(3) == 0) {
      for (int i = 0; i < walls.length; i++) {
        walls[i]++;
      }
    }
    if (random.nextInt(40) == 0) {
      walls[random.nextInt(walls.length)] += random.nextLong(-20, 20);
    }
  }
}
