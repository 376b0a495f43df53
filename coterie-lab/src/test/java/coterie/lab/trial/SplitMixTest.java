package coterie.lab.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitMixTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7, 1_000_000_000, 1L << 40, (1L << 62) + 1, Long.MAX_VALUE})
  void numbersAreThoseOfTheLibrary(long bound) {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom library = new SplittableRandom(seed);
      SplitMix own = new SplitMix(seed);
      int half = (int) Math.min(bound, Integer.MAX_VALUE);
      for (int i = 0; i < 20; i++) {
        assertThat(own.nextLong(bound)).isEqualTo(library.nextLong(bound));
        assertThat(own.nextInt(half)).isEqualTo(library.nextInt(half));
      }
    }
  }
}
