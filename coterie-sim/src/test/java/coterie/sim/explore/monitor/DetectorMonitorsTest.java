package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.Roster.Listed;
import coterie.core.View;
import coterie.sim.explore.Observation;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetectorMonitorsTest {
  private static Observation counts(Integer... counts) {
    return new Observation.Looked(P0, new CountMonitor.Counts(List.of(counts)));
  }

  private static Observation lists(Listed... listed) {
    return new Observation.Looked(P0, new IncarnationMonitor.Lists(List.of(listed)));
  }

  private static Listed alive(long incarnation) {
    return new Listed(P1, incarnation, true, false);
  }

  private static Listed gone(long incarnation) {
    return new Listed(P1, incarnation, false, true);
  }

  @Test
  void nobodySuspectsItself() {
    var path = new Path<>(new MistakeMonitor(false, false));
    assertThat(path.note(P0, new Note.Suspected(P1)).violation()).isNull();
    assertThat(path.note(P0, new Note.Suspected(P0)).violation()).isEqualTo("P0 suspects itself");
  }

  @Test
  void aVerdictWithoutExcuseIsAViolation() {
    var path = new Path<>(new MistakeMonitor(true, true));
    assertThat(path.note(P0, new Note.Suspected(P1)).violation()).isNull();
    assertThat(path.note(P0, new Note.Failed(P1)).violation())
        .isEqualTo("P0 holds P1 for failed, though nothing has failed and nothing came late");
  }

  @Test
  void aCountGoesBackByACrashOnly() {
    var path = new Path<>(new CountMonitor(View.numbered(0, 2)));
    path.see(counts(0, 2)).crash(P0).see(counts(0, -1)).see(counts(0, 1));
    assertThat(path.violation()).isNull();
    assertThat(path.see(counts(0, 0)).violation())
        .isEqualTo("P0 counted 1 events of P1, and now counts 0; a count only grows");
  }

  @Test
  void theDeadAreNotRaisedByAnOldWord() {
    var path = new Path<>(new IncarnationMonitor());
    path.see(lists(alive(1))).see(lists(gone(1))).see(lists(alive(2))).see(lists(gone(2)));
    assertThat(path.violation()).isNull();
    assertThat(path.see(lists(alive(2))).violation())
        .isEqualTo("P0 believes P1 to be alive again under incarnation 2, under which it was gone");
  }

  @Test
  void anIncarnationGoesBackOnlyWhereAMemberWasForgotten() {
    var path = new Path<>(new IncarnationMonitor());
    path.see(lists(alive(2))).see(lists()).see(lists(alive(1)));
    assertThat(path.violation()).isNull();
    assertThat(path.see(lists(alive(0))).violation())
        .isEqualTo("P0 knew incarnation 1 of P1, and now believes 0; an incarnation only grows");
  }

  @Test
  void nobodyKnowsMoreThanTheMemberItself() {
    var path = new Path<>(new IncarnationMonitor());
    path.see(new Observation.Looked(P1, new IncarnationMonitor.Lists(List.of(alive(3)))));
    path.crash(P1);
    assertThat(path.see(lists(gone(3))).violation()).isNull();
    assertThat(path.see(lists(gone(4))).violation())
        .isEqualTo("P0 knows incarnation 4 of P1, which never had more than 3");
  }

  @Test
  void whatIsThrownAndWhatIsRefusedAreViolations() {
    assertThat(
            new Path<>(new FailureMonitor(false))
                .note(P0, new Note.BadMessage(P1, "why"))
                .see(new Observation.Threw(P0, "AssertionError"))
                .violation())
        .isEqualTo("P0 failed: AssertionError");
    assertThat(
            new Path<>(new FailureMonitor(true))
                .note(P0, new Note.BadMessage(P1, "an odd number"))
                .violation())
        .isEqualTo("P0 refused a message of P1, which no correct process sends: an odd number");
  }
}
