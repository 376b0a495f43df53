package coterie.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "30, 30000000000",
    "30s, 30000000000",
    "1.5, 1500000000",
    "1.5s, 1500000000",
    "200ms, 200000000",
    "0.1ms, 100000",
    "10us, 10000",
    "5ns, 5",
    "2m, 120000000000",
    "0.5m, 30000000000",
    "1h, 3600000000000",
    "7d, 604800000000000",
    "007, 7000000000",
    "0.000000001, 1",
    "0.1, 100000000",
    "2305843009, 2305843009000000000",
    "9999999999ns, 9999999999",
    "10000000000ns, 10000000000",
  })
  void textMeansNanoseconds(String text, long nanos) {
    assertThat(TimeText.parse(text)).isEqualTo(nanos);
    assertThat(TimeText.isDuration(text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "30000000000, 30",
    "1500000000, 1.5",
    "5, 0.000000005",
    "100000000, 0.1",
    "10000000000, 10",
    "-1500000000, -1.5",
    "-30000000000, -30",
    "2305843009213693951, 2305843009.213693951",
  })
  void nanosecondsAreWrittenAsTheShortestNumberOfSeconds(long nanos, String text) {
    assertThat(TimeText.format(nanos)).isEqualTo(text);
  }

  @Test
  void whatIsWrittenIsReadBackExactly() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextLong(1L << random.nextInt(1, 61));
      assertThat(TimeText.parse(TimeText.format(nanos))).isEqualTo(nanos);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "-5",
        "+5",
        "1.",
        ".5",
        "1e3",
        "1,5",
        "5 s",
        "5S",
        "5sec",
        "1.1234567890",
        "12345678901",
        "0x10",
        "NaN",
        "١"
      })
  void otherTextIsRefusedWithWhatIsAllowed(String text) {
    assertThat(TimeText.isDuration(text)).isFalse();
    assertThatThrownBy(() -> TimeText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" is not a time; a time is a number from 0, in seconds or with one of the units ns,"
                    .formatted(text)
                + " us, ms, s, m, h, d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2305843010", "9999999999", "9999999999h", "640512h"})
  void timesBeyondASimulationAreRefused(String text) {
    assertThat(TimeText.isDuration(text)).as("can be parsed").isFalse();
    assertThatThrownBy(() -> TimeText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"%s\" is too long; at most 73 years can be simulated".formatted(text));
  }

  @Test
  void whatIsFinerThanANanosecondIsCutOff() {
    assertThat(TimeText.parse("1.9ns")).isEqualTo(1);
    assertThat(TimeText.parse("0.0000019ms")).isEqualTo(1);
  }
}
