package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mean and deviation of a window, against sums made anew from all that is in it. */
class IntervalsTest {
  private static final long SECOND = 1_000_000_000L;

  private static BigInteger sum(Deque<Long> window, int power) {
    return window.stream()
        .map(interval -> BigInteger.valueOf(interval).pow(power))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static void assertSame(Intervals intervals, Deque<Long> window) {
    BigInteger count = BigInteger.valueOf(window.size());
    BigInteger sum = sum(window, 1);
    BigInteger scaled = count.multiply(sum(window, 2)).subtract(sum.pow(2));
    double deviation =
        new BigDecimal(scaled).sqrt(MathContext.DECIMAL64).doubleValue() / window.size();
    assertThat(intervals.count()).isEqualTo(window.size());
    assertThat(intervals.meanNanos())
        .isCloseTo(sum.doubleValue() / window.size(), Percentage.withPercentage(1e-12));
    assertThat(intervals.deviationNanos()).isCloseTo(deviation, Percentage.withPercentage(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 9, 100, 1_000})
  void windowForgetsWhatHasLeftIt(int capacity) {
    SplittableRandom random = new SplittableRandom(capacity);
    Intervals intervals = new Intervals(capacity);
    Deque<Long> window = new ArrayDeque<>();
    for (int i = 0; i < 3 * capacity + 20; i++) {
      long longest = 1L << random.nextInt(54);
      long interval = random.nextLong(longest + 1);
      intervals.add(interval);
      window.add(interval);
      if (window.size() > capacity) {
        window.remove();
      }
      if (i % 7 == 0 || i < 20) {
        assertSame(intervals, window);
      }
    }
  }

  /** With sums of doubles, the huge ones would have swallowed what the small ones are about. */
  @Test
  void hugeIntervalsLeaveNoTraceOnceTheyAreGone() {
    Intervals intervals = new Intervals(10);
    intervals.add(Long.MAX_VALUE);
    intervals.add(-5);
    for (int i = 0; i < 10; i++) {
      intervals.add(30 * 24 * 3600 * SECOND + i % 2);
    }
    assertThat(intervals.meanNanos()).isEqualTo(30 * 24 * 3600 * 1e9 + 0.5);
    assertThat(intervals.deviationNanos()).isEqualTo(0.5);
  }

  @Test
  void equalIntervalsHaveNoDeviation() {
    Intervals intervals = new Intervals(1_000);
    for (int i = 0; i < 2_500; i++) {
      intervals.add(1L << 53);
      assertThat(intervals.deviationNanos()).isZero();
    }
    assertThat(intervals.meanNanos()).isEqualTo(0x1p53);
  }
}
