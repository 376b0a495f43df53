package coterie.detect.phi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The suspicion level of one peer. */
class PhiTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double EIGHT = NormalTail.deviationsAt(8);

  private static Phi phi(int samples, long deviationMinNanos, long pauseNanos) {
    return new Phi(new Phi.Config(SECOND, samples, deviationMinNanos, pauseNanos), 0);
  }

  /** Beats 0.9 s and 1.1 s apart, by turns, for so long that nothing else is remembered. */
  private static long fill(Phi phi, int beats) {
    long now = 0;
    for (int i = 0; i < beats; i++) {
      now += i % 2 == 0 ? 900_000_000 : 1_100_000_000;
      phi.beat(now);
    }
    return now;
  }

  @Test
  void levelFollowsTheNormalTail() {
    Phi phi = phi(1_000, 1, 0);
    long last = fill(phi, 1_002);
    assertThat(phi.level(last + SECOND)).isCloseTo(0.30103, within(1e-5));
    assertThat(phi.level(last + SECOND + 100_000_000)).isCloseTo(0.799546, within(1e-6));
    assertThat(phi.level(last + 2 * SECOND)).isCloseTo(23.118053, within(1e-6));
    assertThat(phi.level(last)).isCloseTo(0, within(1e-15));
  }

  @Test
  void levelHasNoCap() {
    Phi phi = phi(1_000, 1, 0);
    long last = fill(phi, 1_002);
    assertThat(phi.level(last + 2_350_000_000L)).isCloseTo(41.12, within(0.1));
    assertThat(phi.level(last + 4_690_000_000L)).isCloseTo(297.6, within(0.1));
    assertThat(phi.level(last + 365 * 86_400 * SECOND)).isFinite().isGreaterThan(1e15);
  }

  @Test
  void whoDiesBeforeItsFirstBeatsIsSuspected() {
    for (int beats = 0; beats < 3; beats++) {
      Phi phi = phi(1_000, SECOND / 10, 0);
      long last = fill(phi, beats);
      assertThat(phi.level(last + SECOND)).isLessThan(1);
      assertThat(phi.level(last + 3 * SECOND)).isGreaterThan(8);
    }
  }

  @Test
  void deadlineIsWhenTheThresholdIsReached() {
    for (int beats = 0; beats < 1_500; beats = 2 * beats + 1) {
      Phi phi = phi(1_000, SECOND / 1_000, SECOND / 2);
      fill(phi, beats);
      long deadline = phi.deadlineNanos(EIGHT);
      assertThat(phi.level(deadline)).isCloseTo(8, Percentage.withPercentage(1e-5));
      assertThat(phi.level(deadline - SECOND / 1_000)).isLessThan(8);
    }
  }

  @Test
  void acceptablePauseMovesTheWholeCurve() {
    Phi strict = phi(100, SECOND / 10, 0);
    Phi patient = phi(100, SECOND / 10, 3 * SECOND);
    long last = fill(strict, 200);
    fill(patient, 200);
    for (long wait = 0; wait < 5 * SECOND; wait += SECOND / 10) {
      assertThat(patient.level(last + wait + 3 * SECOND)).isEqualTo(strict.level(last + wait));
    }
  }

  @Test
  void leastDeviationHoldsOnAQuietNetwork() {
    Phi phi = phi(10, SECOND / 10, 0);
    long now = 0;
    for (int i = 0; i < 50; i++) {
      now += SECOND;
      phi.beat(now);
    }
    assertThat(phi.level(now + SECOND + SECOND / 10)).isCloseTo(0.799546, within(1e-6));
  }

  @Test
  void timeAwayIsNoInterval() {
    Phi phi = phi(1_000, SECOND / 10, 0);
    long last = fill(phi, 100);
    double before = phi.level(last + SECOND + SECOND / 2);
    long back = last + 600 * SECOND;
    phi.resume(back);
    assertThat(phi.level(back + SECOND + SECOND / 2)).isEqualTo(before);
  }

  @Test
  void badConfigIsRefusedWithAReason() {
    assertThatThrownBy(() -> phi(1, 1, 0)).hasMessage("samples must be from 2 to 1000, not 1");
    assertThatThrownBy(() -> phi(2, 0, 0)).hasMessageContaining("must be longer than 0");
    assertThatThrownBy(() -> phi(2, 1, -1)).hasMessage("an acceptable pause is 0 or longer");
  }
}
