package coterie.sim.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {
  @ParameterizedTest
  @CsvSource({
    "0.95, 1, 12.706205", "0.95, 2, 4.302653", "0.95, 3, 3.182446", "0.95, 4, 2.776445",
    "0.95, 9, 2.262157", "0.95, 10, 2.228139", "0.95, 29, 2.045230", "0.95, 30, 2.042272",
    "0.95, 99, 1.984217", "0.95, 100, 1.983972", "0.95, 999, 1.962341", "0.99, 5, 4.032143",
    "0.90, 20, 1.724718", "0.999, 40, 3.550966",
  })
  void quantilesOfStudentAreThoseOfTheTables(double probability, int degrees, double expected) {
    assertThat(StudentT.quantile(probability, degrees)).isCloseTo(expected, within(1e-6));
  }

  @Test
  void quantileIsTheSmallestValueThatEnoughDoNotExceed() {
    Samples samples = Samples.of(5, 1, 4, 2, 3);
    assertThat(samples.median()).isEqualTo(3);
    assertThat(samples.quantile(0.6)).isEqualTo(3);
    assertThat(samples.quantile(0.61)).isEqualTo(4);
    assertThat(samples.quantile(0.99)).isEqualTo(5);
    assertThat(samples.min()).isEqualTo(1);
    assertThat(samples.max()).isEqualTo(5);
    assertThat(samples.mean()).isEqualTo(3);
    assertThat(Samples.of(1, 2, 3, 4).median()).isEqualTo(2);
    assertThatThrownBy(() -> Samples.of().median())
        .hasMessage("a quantile takes at least one sample and a share from 0 to 1, not 0 and 0.5");
  }

  @Test
  void pooledQuantileIsThatOfAllSamplesTogether() {
    SplittableRandom random = new SplittableRandom(3);
    List<Samples> runs = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (int run = 0; run < 13; run++) {
      long[] values = random.longs(random.nextInt(20), 0, 50).toArray();
      runs.add(Samples.of(values));
      Arrays.stream(values).forEach(all::add);
    }
    Samples together = Samples.of(all.stream().mapToLong(Long::longValue).toArray());
    Pooled pooled = new Pooled(runs);
    for (double share = 0; share <= 1; share += 0.05) {
      Estimate estimate = pooled.quantile(share);
      assertThat(estimate.value()).isEqualTo((double) together.quantile(share));
      assertThat(estimate.low()).isLessThanOrEqualTo(estimate.value());
      assertThat(estimate.high()).isGreaterThanOrEqualTo(estimate.value());
    }
  }
}
