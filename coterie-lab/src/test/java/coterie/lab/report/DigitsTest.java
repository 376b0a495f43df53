package coterie.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.statistics.Estimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {
  private static Estimate estimate(double value, double low, double high) {
    return new Estimate(value, low, high, 13);
  }

  @ParameterizedTest
  @CsvSource({
    "3.1234, 1.2, 5.09, 3s (1..5)",
    "2.912, 2.87, 2.95, 2.91s (2.87..2.95)",
    "2.9123, 2.91221, 2.91239, 2.91s (2.91..2.91)",
    "0.9131, 0.83, 0.94, 0.91s (0.83..0.94)",
    "123.4, 80, 170, 120s (80..170)",
    "4, 4, 4, 4s",
    "0, 0, 0, 0s"
  })
  void figureHasItsIntervalAndNoMoreDigitsThanThatSupports(
      double value, double low, double high, String text) {
    assertThat(Digits.estimate(estimate(value, low, high), "s")).isEqualTo(text);
  }

  @Test
  void figureOfOneRunHasNoIntervalAndTwoDigits() {
    assertThat(Digits.estimate(estimate(3.1234, Double.NaN, Double.NaN), "s")).isEqualTo("3.1s");
  }

  @Test
  void whatIsNotKnownIsADash() {
    assertThat(Digits.estimate(estimate(Double.NaN, Double.NaN, Double.NaN), "s")).isEqualTo("-");
    assertThat(Digits.estimate(estimate(Double.POSITIVE_INFINITY, 1, 2), "s")).isEqualTo("-");
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 100%", "0.99996, 0.9, 1, 99.9%", "0.5, 0.3, 0.7, 50.0%"})
  void onlyAllIsAHundredPercent(double value, double low, double high, String text) {
    assertThat(Digits.share(estimate(value, low, high))).isEqualTo(text);
  }
}
