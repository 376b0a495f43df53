package coterie.sim.check.elect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** For how long two lead at once. */
class StretchesTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;

  private final ActingLeaders leaders = new ActingLeaders(3);

  @Test
  void whoChangesItsTermDoesNotInterruptAStretch() {
    leaders.begin(0, 10, UNBOUNDED);
    leaders.begin(1, 20, UNBOUNDED);
    leaders.end(1, 50);
    leaders.begin(1, 50, UNBOUNDED);
    assertThat(leaders.twoLeaders(60)).isEqualTo(new Elections.TwoLeaders(1, 40, 40));
    leaders.end(0, 70);
    assertThat(leaders.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(1, 50, 50));
  }

  @Test
  void aPauseOfOneNanosecondDoes() {
    leaders.begin(0, 10, UNBOUNDED);
    leaders.begin(1, 20, 50);
    leaders.passTo(51);
    leaders.begin(1, 51, UNBOUNDED);
    leaders.end(0, 61);
    assertThat(leaders.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(2, 40, 30));
  }

  @Test
  void takingOverAtOneInstantIsNoStretch() {
    leaders.begin(0, 10, UNBOUNDED);
    leaders.begin(1, 20, UNBOUNDED);
    leaders.end(0, 20);
    assertThat(leaders.twoLeaders(90)).isEqualTo(new Elections.TwoLeaders(0, 0, 0));
  }
}
