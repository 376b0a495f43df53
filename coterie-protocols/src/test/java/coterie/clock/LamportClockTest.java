package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LamportClockTest {
  private final LamportClock clock = new LamportClock();

  @Test
  void everyEventCounts() {
    assertThat(clock.last()).isZero();
    assertThat(clock.tick()).isEqualTo(1);
    assertThat(clock.send()).isEqualTo(2);
    assertThat(clock.last()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "2, 4", "3, 4", "5, 6", "281474976710656, 281474976710657"})
  void receivingGoesAheadOfBoth(long sent, long expected) {
    for (int i = 0; i < 3; i++) {
      clock.tick();
    }
    assertThat(clock.receive(sent)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 281_474_976_710_657L, Long.MAX_VALUE})
  void timeOutOfRangeIsRefusedAndChangesNothing(long sent) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.receive(sent))
        .withMessage(
            "a time of a Lamport clock is from 0 to 281474976710656, not %d".formatted(sent));
    assertThat(clock.last()).isZero();
  }
}
