package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The clocks hold what they promise in thousands of random histories, and broken ones do not. */
class ClockConditionTest {
  private static final int SEEDS = 2_000;
  private static final int EVENTS = 40;
  private static final long DRIFT_MAX = 100_000;

  /** The clock condition: what happened before has the lower stamp. The first pair without it. */
  private static <T> String found(
      RandomHistory.Maker<T> maker, BiPredicate<T, T> isLower, boolean isExact) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomHistory<T> history = new RandomHistory<>(seed, maker).run(EVENTS);
      for (int i = 0; i < EVENTS; i++) {
        for (int j = 0; j < EVENTS; j++) {
          boolean isBefore = history.truth.isBefore(i, j);
          boolean isLess = isLower.test(history.stamps.get(i), history.stamps.get(j));
          if (isBefore ? !isLess : isExact && isLess) {
            return "seed %d: event %d, %s, and event %d, %s"
                .formatted(seed, i, history.stamps.get(i), j, history.stamps.get(j));
          }
        }
      }
    }
    return "";
  }

  private static String foundInTimes(RandomHistory.Maker<Long> maker) {
    return found(maker, (one, other) -> one < other, false);
  }

  private static String foundInVectors(RandomHistory.Maker<VectorClock> maker) {
    return found(maker, (one, other) -> one.compare(other) == Order.BEFORE, true);
  }

  /** A Lamport clock, or one that does not listen. */
  private record Counting(LamportClock clock, boolean isListening)
      implements RandomHistory.Clock<Long> {
    @Override
    public Long now() {
      return clock.tick();
    }

    @Override
    public Long receive(Long sent) {
      return isListening ? clock.receive(sent) : clock.tick();
    }
  }

  @Test
  void lamportTimesGrowFromCauseToEffect() {
    assertThat(foundInTimes((process, wall) -> new Counting(new LamportClock(), true))).isEmpty();
  }

  @Test
  void lamportClockThatIgnoresWhatItReceivesIsCaught() {
    assertThat(foundInTimes((process, wall) -> new Counting(new LamportClock(), false)))
        .isNotEmpty();
  }

  @Test
  void stampsAreATotalOrder() {
    RandomHistory<Long> history =
        new RandomHistory<Long>(1, (process, wall) -> new Counting(new LamportClock(), true))
            .run(EVENTS);
    for (long time : history.stamps) {
      Stamp low = new Stamp(time, new NodeId(1));
      Stamp high = new Stamp(time, new NodeId(2));
      assertThat(low.isBefore(high)).isTrue();
      assertThat(high.isBefore(low)).isFalse();
      assertThat(high.isBefore(new Stamp(time + 1, new NodeId(0)))).isTrue();
    }
  }

  private static final class Counts implements RandomHistory.Clock<VectorClock> {
    private final NodeId self;
    private final boolean isMerging;
    private final boolean isCounting;
    private VectorClock vector = VectorClock.none();

    Counts(int process, boolean isMerging, boolean isCounting) {
      this.self = new NodeId(process);
      this.isMerging = isMerging;
      this.isCounting = isCounting;
    }

    @Override
    public VectorClock now() {
      vector = vector.increment(self);
      return vector;
    }

    @Override
    public VectorClock receive(VectorClock sent) {
      vector = isMerging ? vector.merge(sent) : vector;
      return isCounting ? now() : vector;
    }
  }

  @Test
  void oneVectorIsBeforeAnotherExactlyIfItsEventHappenedBefore() {
    assertThat(foundInVectors((process, wall) -> new Counts(process, true, true))).isEmpty();
  }

  @Test
  void vectorThatIsNotMergedIsCaught() {
    assertThat(foundInVectors((process, wall) -> new Counts(process, false, true))).isNotEmpty();
  }

  @Test
  void receivingThatIsNotCountedIsCaught() {
    assertThat(foundInVectors((process, wall) -> new Counts(process, true, false))).isNotEmpty();
  }

  /** What is pruned seems not to know what it knew. */
  @Test
  void pruningWhileTheNodeStillCountsIsCaught() {
    assertThat(
            foundInVectors(
                (process, wall) ->
                    new RandomHistory.Clock<>() {
                      private final Counts inner = new Counts(process, true, true);

                      @Override
                      public VectorClock now() {
                        return inner.now();
                      }

                      @Override
                      public VectorClock receive(VectorClock sent) {
                        return inner.receive(process == 0 ? sent : sent.without(new NodeId(0)));
                      }
                    }))
        .isNotEmpty();
  }

  private record Hybrid(HybridClock clock) implements RandomHistory.Clock<Long> {
    @Override
    public Long now() {
      return clock.now();
    }

    @Override
    public Long receive(Long sent) {
      return clock.receive(sent);
    }
  }

  private static RandomHistory.Clock<Long> hybrid(int process, LongSupplier wall) {
    return new Hybrid(new HybridClock(wall, DRIFT_MAX));
  }

  @Test
  void hybridTimesGrowFromCauseToEffect() {
    assertThat(foundInTimes(ClockConditionTest::hybrid)).isEmpty();
  }

  /** The milliseconds of a time are some wall clock's that lies in its past. */
  @Test
  void hybridTimesAreNeverAheadOfTheFastestWallClock() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomHistory<Long> history =
          new RandomHistory<>(seed, ClockConditionTest::hybrid).run(EVENTS);
      for (int i = 0; i < EVENTS; i++) {
        boolean isBounded = HybridClock.millis(history.stamps.get(i)) <= history.wallsMax.get(i);
        assertThat(isBounded).as("seed %d, event %d", seed, i).isTrue();
      }
    }
  }

  @Test
  void wallClockAloneIsCaught() {
    assertThat(
            foundInTimes(
                (process, wall) ->
                    new RandomHistory.Clock<>() {
                      @Override
                      public Long now() {
                        return wall.getAsLong();
                      }

                      @Override
                      public Long receive(Long sent) {
                        return wall.getAsLong();
                      }
                    }))
        .isNotEmpty();
  }

  @Test
  void rulesThatForgetACounterAreCaught() {
    assertThat(foundInTimes((process, wall) -> new BrokenHybrid.Forgetful(wall))).isNotEmpty();
  }

  @Test
  void receivingWithoutTheOwnTimeIsCaught() {
    assertThat(foundInTimes((process, wall) -> new BrokenHybrid.Credulous(wall))).isNotEmpty();
  }
}
