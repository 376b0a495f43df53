package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.View;
import coterie.sim.explore.Observation;
import org.junit.jupiter.api.Test;

class GoalsTest {
  private static final View MEMBERS = View.numbered(0, 2);

  private record Writes(int count) {}

  @Test
  void allWhoAreUpAgreeOnOneThatActs() {
    AgreementGoal goal = new AgreementGoal(1);
    var path = new Path<>(goal).start(P0, P1).note(P0, new Note.Elected(P1, 1));
    assertThat(goal.isReached(path.state(), 0)).isFalse();
    path.note(P1, new Note.Elected(P1, 1));
    assertThat(goal.isReached(path.state(), 0)).isFalse();
    path.note(P1, new Note.Leads(1, Long.MAX_VALUE));
    assertThat(goal.isReached(path.state(), 0)).isTrue();
    assertThat(goal.isReached(path.crash(P1).state(), 0)).isFalse();
    assertThat(goal.isReached(path.crash(P0).state(), 0)).isTrue();
  }

  @Test
  void whoWaitsIsNotThereYet() {
    EntryGoal goal = new EntryGoal(MEMBERS, 2);
    var path = new Path<>(goal).start(P0, P1).note(P1, new Note.Wanted("a"));
    assertThat(goal.isReached(path.state(), 0)).isTrue();
    assertThat(goal.isReached(path.state(), 1)).isFalse();
    assertThat(goal.isReached(path.crash(P0).state(), 1)).isTrue();
    path.start(P0).note(P1, new Note.Entered("a", 1));
    assertThat(goal.isReached(path.state(), 1)).isTrue();
  }

  @Test
  void whoIsDownIsSuspected() {
    CompletenessGoal goal = new CompletenessGoal(MEMBERS, false, true);
    var path = new Path<>(goal).start(P0, P1).crash(P1);
    assertThat(goal.isReached(path.state(), 1)).isFalse();
    path.note(P0, new Note.Suspected(P1));
    assertThat(goal.isReached(path.state(), 1)).isTrue();
    assertThat(goal.isReached(path.note(P0, new Note.Trusted(P1)).state(), 1)).isFalse();
  }

  @Test
  void copiesHaveSeenTheSame() {
    ConvergenceGoal goal = new ConvergenceGoal(2);
    var path = new Path<>(goal);
    path.see(new Observation.Looked(P0, new ConvergenceGoal.Seen(new Writes(1))));
    assertThat(goal.isReached(path.state(), 0)).isTrue();
    path.see(new Observation.Looked(P1, new ConvergenceGoal.Seen(new Writes(0))));
    assertThat(goal.isReached(path.state(), 0)).isFalse();
    path.see(new Observation.Looked(P1, new ConvergenceGoal.Seen(new Writes(1))));
    assertThat(goal.isReached(path.state(), 0)).isTrue();
  }
}
