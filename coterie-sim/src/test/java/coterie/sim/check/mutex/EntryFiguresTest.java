package coterie.sim.check.mutex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EntryFiguresTest {
  @Test
  void fairnessIsTheShareOfThoseWhoWouldGetTheSame() {
    assertFairness(1, 5);
    assertFairness(1, 3, 3, 3, 3);
    assertFairness(0.25, 0, 0, 9, 0);
    assertFairness(0.5, 1, 1, 0, 0);
    assertFairness(36.0 / 42, 1, 2, 3);
    assertFairness(1, 4_000_000_000L, 4_000_000_000L);
  }

  @Test
  void fairnessOfNothingIsNoNumber() {
    assertThat(EntryFigures.jain()).isNaN();
    assertThat(EntryFigures.jain(0, 0)).isNaN();
  }

  private static void assertFairness(double expected, long... shares) {
    assertThat(EntryFigures.jain(shares)).isCloseTo(expected, within(1e-12));
  }
}
