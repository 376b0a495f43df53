package coterie.sim.check.elect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** For how long two lead at once. */
class StretchesTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;

  private final Reigns reigns = new Reigns(3);

  @Test
  void whoChangesItsTermDoesNotInterruptAStretch() {
    reigns.begin(0, 10, UNBOUNDED);
    reigns.begin(1, 20, UNBOUNDED);
    reigns.end(1, 50);
    reigns.begin(1, 50, UNBOUNDED);
    assertThat(reigns.twoLeaders(60)).isEqualTo(new Elections.TwoLeaders(1, 40, 40));
    reigns.end(0, 70);
    assertThat(reigns.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(1, 50, 50));
  }

  @Test
  void aPauseOfOneNanosecondDoes() {
    reigns.begin(0, 10, UNBOUNDED);
    reigns.begin(1, 20, 50);
    reigns.passTo(51);
    reigns.begin(1, 51, UNBOUNDED);
    reigns.end(0, 61);
    assertThat(reigns.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(2, 40, 30));
  }

  @Test
  void takingOverAtOneInstantIsNoStretch() {
    reigns.begin(0, 10, UNBOUNDED);
    reigns.begin(1, 20, UNBOUNDED);
    reigns.end(0, 20);
    assertThat(reigns.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(0, 0, 0));
  }
}
