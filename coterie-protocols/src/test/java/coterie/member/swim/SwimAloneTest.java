package coterie.member.swim;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.fault.Fault;
import org.junit.jupiter.api.Test;

/** A member that is alone in its group. */
class SwimAloneTest {
  @Test
  void itIsInGoodHealthAgainAfterAPause() {
    Group group = Group.lan(1, 1, SwimConfig.lan(), true);
    group.run(10);
    group.during(new Fault.Pause(Group.id(0)), 10, new Fault.Resume(Group.id(0)));
    Swim swim = group.simulation.protocol(Group.id(0), Swim.class);
    assertThat(swim.health()).as("right after it").isPositive();
    group.run(60);
    assertThat(swim.health()).isZero();
  }
}
