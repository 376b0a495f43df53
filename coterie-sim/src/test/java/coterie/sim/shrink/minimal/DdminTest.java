package coterie.sim.shrink.minimal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DdminTest {
  private int tries;

  private List<Integer> minimize(int size, Predicate<List<Integer>> hasProperty) {
    tries = 0;
    return Ddmin.minimize(
        IntStream.range(0, size).boxed().toList(),
        some -> {
          tries++;
          return hasProperty.test(some);
        });
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "8, 5", "100, 99", "100, 0", "1000, 333"})
  void oneThatMattersIsFoundInAFewTries(int size, int culprit) {
    assertThat(minimize(size, some -> some.contains(culprit))).containsExactly(culprit);
    assertThat(tries).isLessThanOrEqualTo(4 + 4 * (32 - Integer.numberOfLeadingZeros(size)));
  }

  @Test
  void whatAlwaysHoldsLeavesNothing() {
    assertThat(minimize(1000, some -> true)).isEmpty();
    assertThat(tries).isEqualTo(1);
    assertThat(minimize(0, some -> true)).isEmpty();
    assertThat(tries).isZero();
  }

  @Test
  void whatNeedsAllKeepsAllInTriesThatGrowWithTheSize() {
    assertThat(minimize(64, some -> some.size() == 64)).hasSize(64);
    assertThat(tries).isLessThanOrEqualTo(2 * 64 + 1);
  }

  @Test
  void orderStays() {
    assertThat(minimize(50, some -> some.containsAll(List.of(41, 7, 23))))
        .containsExactly(7, 23, 41);
  }

  @Test
  void nothingOfTheResultCanBeRemoved() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int size = 1 + random.nextInt(40);
      int wanted = random.nextInt(size * size / 2 + 1);
      int modulus = 2 + random.nextInt(5);
      // Not monotone: some lists without the property have parts that have it.
      Predicate<List<Integer>> hasProperty =
          some -> {
            int sum = some.stream().mapToInt(Integer::intValue).sum();
            return sum >= wanted && sum % modulus != 1;
          };
      List<Integer> all = IntStream.range(0, size).boxed().toList();
      if (hasProperty.test(all)) {
        List<Integer> least = minimize(size, hasProperty);
        assertThat(hasProperty.test(least)).isTrue();
        for (int gone = 0; gone < least.size(); gone++) {
          List<Integer> fewer = new ArrayList<>(least);
          fewer.remove(gone);
          assertThat(hasProperty.test(fewer)).isFalse();
        }
        assertThat(tries).isLessThanOrEqualTo(size * size + 3 * size + 3);
      }
    }
  }
}
