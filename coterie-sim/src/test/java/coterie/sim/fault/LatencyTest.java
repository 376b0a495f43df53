package coterie.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import coterie.sim.SeededRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyTest {
  private static final int MANY = 200_000;
  private static final String KINDS =
      "choose instant, DURATION, constant:DURATION, uniform:LOW,HIGH, normal:MEAN,DEVIATION,"
          + " lognormal:MEDIAN,SIGMA, exponential:MEAN, replay:D1,D2,...";

  /** Many delays in milliseconds, sorted. */
  private static double[] draws(String words) {
    Latency latency = Latency.parse(words);
    SeededRandom random = new SeededRandom(3, 4);
    double[] drawn = new double[MANY];
    for (int i = 0; i < MANY; i++) {
      drawn[i] = latency.nanos(random.next(), i) / 1e6;
    }
    Arrays.sort(drawn);
    return drawn;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  @Test
  void uniformDelaysFillTheirBounds() {
    double[] drawn = draws("uniform:10ms,100ms");
    assertThat(drawn[0]).isBetween(10.0, 10.01);
    assertThat(drawn[MANY - 1]).isBetween(99.99, 100.0);
    assertThat(mean(drawn)).isCloseTo(55, within(0.3));
    assertThat(deviation(drawn)).isCloseTo(90 / Math.sqrt(12), within(0.2));
    assertThat(drawn[MANY / 4]).isCloseTo(32.5, within(0.5));
  }

  @Test
  void bothBoundsOfUniformAreReached() {
    Latency latency = new Latency.Uniform(3, 5);
    assertThat(latency.nanos(0, 0)).isEqualTo(3);
    assertThat(latency.nanos(-1, 0)).isEqualTo(5);
    assertThat(new Latency.Uniform(7, 7).nanos(-1, 0)).isEqualTo(7);
  }

  @Test
  void normalDelaysHaveTheirMeanAndDeviation() {
    double[] drawn = draws("normal:100ms,10ms");
    assertThat(mean(drawn)).isCloseTo(100, within(0.1));
    assertThat(deviation(drawn)).isCloseTo(10, within(0.1));
    assertThat(drawn[(int) (MANY * 0.8413)]).isCloseTo(110, within(0.3));
  }

  @Test
  void normalDelaysAreNeverNegative() {
    double[] drawn = draws("normal:5ms,10ms");
    assertThat(drawn[0]).isZero();
    assertThat(drawn[(int) (MANY * 0.30)]).isZero();
    assertThat(drawn[(int) (MANY * 0.32)]).isPositive();
  }

  @Test
  void halfOfTheLognormalDelaysAreBelowTheMedian() {
    double[] drawn = draws("lognormal:20ms,0.5");
    assertThat(drawn[MANY / 2]).isCloseTo(20, within(0.1));
    assertThat(mean(drawn)).isCloseTo(20 * Math.exp(0.125), within(0.15));
    assertThat(drawn[(int) (MANY * 0.8413)]).isCloseTo(20 * Math.exp(0.5), within(0.3));
    assertThat(drawn[0]).isPositive();
  }

  @Test
  void exponentialDelaysHaveTheirMeanAndNoMemory() {
    double[] drawn = draws("exponential:20ms");
    assertThat(mean(drawn)).isCloseTo(20, within(0.2));
    assertThat(deviation(drawn)).isCloseTo(20, within(0.2));
    assertThat(drawn[MANY / 2]).isCloseTo(20 * Math.log(2), within(0.15));
    assertThat(drawn[(int) (MANY * 0.99)]).isCloseTo(20 * Math.log(100), within(1.5));
    assertThat(drawn[0]).isNotNegative();
  }

  @Test
  void tailIsCutOffWhereNoRunReaches() {
    Latency wild = Latency.parse("lognormal:2000000000,5");
    Latency rare = Latency.parse("exponential:2000000000");
    Latency wide = Latency.parse("normal:2000000000,2000000000");
    SeededRandom random = new SeededRandom(1, 2);
    for (int i = 0; i < 10_000; i++) {
      assertThat(wild.nanos(random.next(), i)).isBetween(0L, Latency.NANOS_MAX);
      assertThat(rare.nanos(random.next(), i)).isBetween(0L, Latency.NANOS_MAX);
      assertThat(wide.nanos(random.next(), i)).isBetween(0L, Latency.NANOS_MAX);
    }
  }

  @Test
  void replayGoesRound() {
    Latency latency = Latency.parse("replay:1ms,2ms,3ms");
    long bits = 0;
    assertThat(List.of(latency.nanos(bits, 0), latency.nanos(bits, 1), latency.nanos(bits, 5)))
        .containsExactly(1_000_000L, 2_000_000L, 3_000_000L);
    assertThat(latency.nanos(-1, 0)).as("another link starts elsewhere").isEqualTo(3_000_000L);
    assertThat(latency.nanos(-1, 1)).isEqualTo(1_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "instant | constant:0",
        "5 | constant:5",
        "200ms | constant:0.2",
        "constant:1m | constant:60",
        "uniform:10ms,100ms | uniform:0.01,0.1",
        "Uniform:1,1 | uniform:1,1",
        "normal:100ms,0 | normal:0.1,0",
        "lognormal:20ms,0.5 | lognormal:0.02,0.5",
        "lognormal:20ms,0.000000001 | lognormal:0.02,0.000000001",
        "lognormal:1,5 | lognormal:1,5",
        "exponential:20ms | exponential:0.02",
        "replay:10ms,20ms,0 | replay:0.01,0.02,0",
      })
  void textIsReadAndWritten(String words, String text) {
    Latency latency = Latency.parse(words);
    assertThat(latency.text()).isEqualTo(text);
    assertThat(Latency.parse(latency.text())).isEqualTo(latency);
    assertThat(latency.isConstant()).isEqualTo(latency instanceof Latency.Constant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "",
        "-5",
        "uniform",
        "uniform:1",
        "uniform:1,2,3",
        "constant:1,2",
        "exponential:1,2",
        "normal:1",
        "pareto:1,2",
        "lognormal:1"
      })
  void whatIsNoLatencyIsAnsweredWithWhatThereIs(String words) {
    assertThatThrownBy(() -> Latency.parse(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"%s\" is not a latency; %s".formatted(words, KINDS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uniform:2,1 | uniform:LOW,HIGH takes 0 <= LOW <= HIGH",
        "exponential:0 | exponential:MEAN takes a mean above 0",
        "lognormal:0,1 | lognormal:MEDIAN,SIGMA takes a median above 0 and a sigma from 0 to 5",
        "lognormal:1,6 | lognormal:MEDIAN,SIGMA takes a median above 0 and a sigma from 0 to 5",
        "lognormal:1,x | sigma is a number, not \"x\"",
        "lognormal:1,-1 | sigma is a number, not \"-1\"",
        "uniform:a,b | \"a\" is not a time; a time is a number from 0, in seconds or with one of"
            + " the units ns, us, ms, s, m, h, d",
        "replay:1,,2 | \"\" is not a time; a time is a number from 0, in seconds or with one of the"
            + " units ns, us, ms, s, m, h, d",
      })
  void badValueIsAnsweredWithWhatIsRight(String words, String message) {
    assertThatThrownBy(() -> Latency.parse(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void recordedDelaysAreChecked() {
    assertThatThrownBy(() -> new Latency.Replay(List.of()))
        .hasMessage("replay takes at least one recorded delay");
    assertThatThrownBy(() -> new Latency.Replay(List.of(-1L)))
        .hasMessage("recorded delays are at least 0");
    assertThatThrownBy(() -> new Latency.Constant(-1))
        .hasMessage("a constant latency is at least 0");
  }
}
