package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HybridClockTest {
  private static final long DRIFT_MAX = 500;

  private long wall = 1_000;
  private final HybridClock clock = new HybridClock(() -> wall, DRIFT_MAX);

  private static long time(String text) {
    String[] parts = text.split("/", -1);
    return HybridClock.time(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
  }

  @ParameterizedTest
  @CsvSource({
    "1000/0, 1001, 1001/0",
    "1000/7, 1001, 1001/0",
    "1000/0, 1000, 1000/1",
    "1000/7, 1000, 1000/8",
    "1000/7, 900, 1000/8",
    "1000/65535, 1000, 1001/0",
    "1000/65535, 1001, 1001/0",
    "1000/65535, 1002, 1002/0",
  })
  void readingFollowsTheWallClockOrCounts(String last, long newWall, String expected) {
    clock.startAfter(time(last));
    wall = newWall;
    assertThat(clock.now()).isEqualTo(time(expected));
    assertThat(clock.last()).isEqualTo(time(expected));
  }

  /** Own time, received time, wall clock: each may be ahead, and any two or all may be equal. */
  @ParameterizedTest
  @CsvSource({
    // The wall clock is ahead of both.
    "1000/3, 1001/5, 1002, 1002/0",
    // The own time is ahead of both: its counter counts on, and does not begin anew.
    "1005/3, 1001/9, 1002, 1005/4",
    // The received time is ahead of both.
    "1001/9, 1005/3, 1002, 1005/4",
    // Own and received time are equal and ahead of the wall clock: the higher counter counts on.
    "1005/9, 1005/3, 1002, 1005/10",
    "1005/3, 1005/9, 1002, 1005/10",
    // All three are equal.
    "1005/3, 1005/9, 1005, 1005/10",
    "1005/9, 1005/3, 1005, 1005/10",
    // The wall clock equals one of them, and the other one is behind.
    "1005/3, 1001/9, 1005, 1005/4",
    "1001/9, 1005/3, 1005, 1005/4",
    // A counter that is full carries into the milliseconds.
    "1005/65535, 1001/0, 1002, 1006/0",
    "1001/0, 1005/65535, 1002, 1006/0",
    "1001/0, 1005/65535, 1006, 1006/0",
  })
  void receivingGoesAheadOfAllThree(String last, String received, long newWall, String expected) {
    clock.startAfter(time(last));
    wall = newWall;
    assertThat(clock.tryReceive(time(received))).isEqualTo(time(expected));
    HybridClock other = new HybridClock(() -> wall, DRIFT_MAX);
    other.startAfter(time(last));
    assertThat(other.receive(time(received))).isEqualTo(time(expected));
  }

  @ParameterizedTest
  @CsvSource({"1499/0, true", "1500/0, true", "1500/65535, true", "1501/0, false"})
  void timeAheadByTheAllowedDriftIsAcceptedAndMoreIsNot(String received, boolean isAccepted) {
    clock.now();
    long before = clock.last();
    assertThat(clock.accepts(time(received))).isEqualTo(isAccepted);
    assertThat(clock.last()).isEqualTo(before);
    long outcome = clock.tryReceive(time(received));
    assertThat(outcome).isEqualTo(isAccepted ? time(received) + 1 : HybridClock.REFUSED);
    assertThat(clock.last()).isEqualTo(isAccepted ? outcome : before);
  }

  @Test
  void refusalSaysHowFarAheadAndLeavesTheClockAsItIs() {
    long before = clock.now();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.receive(HybridClock.time(1_501, 3)))
        .withMessage("a time 501 ms ahead of this clock was received; at most 500 ms are allowed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.receive(-5))
        .withMessage("a time below 0 was received, which no clock gives");
    assertThat(clock.refusal(Long.MAX_VALUE)).startsWith("a time 140737488354327 ms ahead");
    assertThat(clock.tryReceive(Long.MIN_VALUE)).isEqualTo(HybridClock.REFUSED);
    assertThat(clock.tryReceive(Long.MAX_VALUE)).isEqualTo(HybridClock.REFUSED);
    assertThat(clock.last()).isEqualTo(before);
  }

  /** The first reading that is not above the one before; -1 if all grow. */
  private static int firstThatDoesNotGrow(LongSupplier reading, int readings) {
    long before = -1;
    for (int i = 0; i < readings; i++) {
      long now = reading.getAsLong();
      if (now <= before) {
        return i;
      }
      before = now;
    }
    return -1;
  }

  @Test
  void fullCounterCarriesIntoTheMilliseconds() {
    assertThat(firstThatDoesNotGrow(clock::now, 65_536)).isEqualTo(-1);
    assertThat(clock.last()).isEqualTo(HybridClock.time(1_000, 65_535));
    assertThat(clock.now()).isEqualTo(HybridClock.time(1_001, 0));
  }

  @Test
  void wrappingCounterIsCaught() {
    BrokenHybrid wrapping = new BrokenHybrid.Wrapping(() -> wall);
    assertThat(firstThatDoesNotGrow(wrapping::now, 70_000)).isEqualTo(65_536);
  }

  @Test
  void stoppedWallClockPutsTheTimeAheadByOneMillisecondIn65536Events() {
    assertThat(firstThatDoesNotGrow(clock::now, 10 * 65_536)).isEqualTo(-1);
    assertThat(HybridClock.millis(clock.last()) - wall).isEqualTo(9);
    wall += 10;
    assertThat(clock.now()).isEqualTo(HybridClock.time(wall, 0));
  }

  @Test
  void timeGrowsWhileTheWallClockGoesBack() {
    long before = clock.now();
    wall -= 700;
    assertThat(clock.now()).isEqualTo(before + 1);
    assertThat(clock.receive(HybridClock.time(400, 9))).isEqualTo(before + 2);
    wall += 701;
    assertThat(clock.now()).isEqualTo(HybridClock.time(1_001, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void wallClockBefore1970CountsAsZero(long broken) {
    wall = broken;
    assertThat(clock.now()).isEqualTo(1);
    assertThat(clock.now()).isEqualTo(2);
    assertThat(clock.accepts(HybridClock.time(DRIFT_MAX, 0))).isTrue();
    assertThat(clock.accepts(HybridClock.time(DRIFT_MAX + 1, 0))).isFalse();
  }

  @Test
  void absurdWallClockLeavesRoomToCount() {
    wall = Long.MAX_VALUE;
    assertThat(firstThatDoesNotGrow(clock::now, 200_000)).isEqualTo(-1);
    assertThat(HybridText.text(clock.last())).startsWith("4199-");
    clock.startAfter(HybridClock.time(HybridClock.MILLIS_MAX / 4 * 3, 0));
    assertThat(firstThatDoesNotGrow(clock::now, 200_000)).isEqualTo(-1);
  }

  /** Another thread comes in between, after this one has looked at its wall clock. */
  @Test
  void staleReadingOfTheWallClockNeitherTurnsTimeBackNorGivesATimeTwice() {
    LongSupplier[] walls = {() -> 1_000, () -> 2_000, () -> 1_000};
    HybridClock[] shared = new HybridClock[1];
    long[] inner = new long[1];
    int[] calls = {0};
    shared[0] =
        new HybridClock(
            () -> {
              int call = calls[0]++;
              if (call == 0) {
                inner[0] = shared[0].now();
              }
              return walls[call].getAsLong();
            },
            DRIFT_MAX);
    long outer = shared[0].now();
    assertThat(inner[0]).isEqualTo(HybridClock.time(2_000, 0));
    assertThat(outer).isEqualTo(HybridClock.time(2_000, 1));
    assertThat(shared[0].now()).isEqualTo(HybridClock.time(2_000, 2));
  }

  @Test
  void newLifeGoesOnAfterTheEarlierOne() {
    clock.startAfter(HybridClock.time(1_200, 4));
    clock.startAfter(HybridClock.time(1_100, 9));
    assertThat(clock.now()).isEqualTo(HybridClock.time(1_200, 5));
  }

  @Test
  void partsOfATimeComeBack() {
    long time = HybridClock.time(HybridClock.MILLIS_MAX, HybridClock.COUNTER_MAX);
    assertThat(time).isEqualTo(Long.MAX_VALUE);
    assertThat(HybridClock.millis(time)).isEqualTo(HybridClock.MILLIS_MAX);
    assertThat(HybridClock.counter(time)).isEqualTo(HybridClock.COUNTER_MAX);
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "140737488355328, 0", "0, -1", "0, 65536"})
  void timeOutOfRangeIsRefused(long millis, int counter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HybridClock.time(millis, counter))
        .withMessageContaining(
            "has 0 to 140737488355327 milliseconds and a counter of 0 to 65535, not %d and %d"
                .formatted(millis, counter));
  }

  @Test
  void driftAndStartOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridClock(() -> 0, -1))
        .withMessageContaining("not -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HybridClock(() -> 0, Long.MAX_VALUE))
        .withMessageContaining("a drift of 0 to");
    assertThatIllegalArgumentException().isThrownBy(() -> clock.startAfter(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> clock.startAfter(Long.MAX_VALUE));
  }
}
