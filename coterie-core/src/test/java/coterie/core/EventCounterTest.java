package coterie.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCounterTest {
  @ParameterizedTest
  @CsvSource({
    "-1, false, false",
    "0, true, false",
    "1, true, true",
    "2, true, false",
    "3, true, true",
    "2147483647, true, true",
  })
  void evenIsUpOddIsDownAndUnknownIsNeither(int count, boolean isKnown, boolean isFaulty) {
    assertThat(EventCounter.isKnown(count)).isEqualTo(isKnown);
    assertThat(EventCounter.isFaulty(count)).isEqualTo(isFaulty);
  }
}
