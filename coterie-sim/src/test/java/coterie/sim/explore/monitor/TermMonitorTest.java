package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static coterie.sim.explore.monitor.Path.P2;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.View;
import org.junit.jupiter.api.Test;

class TermMonitorTest {
  private static final View MEMBERS = View.numbered(0, 3);
  private final Path<TermMonitor.State> fenced = new Path<>(new TermMonitor(MEMBERS, true));
  private final Path<TermMonitor.State> unfenced = new Path<>(new TermMonitor(MEMBERS, false));

  @Test
  void twoLeadersOfOneTokenAreAViolation() {
    fenced.note(P0, new Note.Elected(P0, 1), new Note.Leads(1, 5)).crash(P0);
    fenced.note(P1, new Note.Elected(P1, 1));
    assertThat(fenced.violation())
        .isEqualTo("P0 and P1 have both led under term 1; a term has one leader");
  }

  @Test
  void twoLeadersOfOneTermArePartOfAnElectionWithoutFencing() {
    unfenced.note(P0, new Note.Elected(P0, 1)).note(P1, new Note.Elected(P1, 1));
    assertThat(unfenced.violation()).isNull();
  }

  @Test
  void aTokenDoesNotGoBackOverACrash() {
    fenced.note(P0, new Note.Elected(P1, 3)).crash(P0).note(P0, new Note.Campaigned(2, "started"));
    assertThat(fenced.violation())
        .isEqualTo("P0 went back from term 3 to term 2; a term only grows");
  }

  @Test
  void aTermWithoutFencingGoesBackByACrashOnly() {
    unfenced.note(P0, new Note.Elected(P1, 3)).crash(P0).note(P0, new Note.Elected(P1, 2));
    assertThat(unfenced.violation()).isNull();
    unfenced.note(P0, new Note.Elected(P1, 1));
    assertThat(unfenced.violation())
        .isEqualTo("P0 went back from term 2 to term 1; a term only grows");
  }

  @Test
  void nobodyActsWhileItKnowsAnother() {
    unfenced.note(P0, new Note.Elected(P0, 1), new Note.Leads(1, Long.MAX_VALUE));
    unfenced.note(P0, new Note.Elected(P1, 2));
    assertThat(unfenced.violation()).isEqualTo("P0 acts as the leader, and knows P1 as such");
  }

  @Test
  void twoWithoutEndAreTooManyAndTwoLeasesAreAQuestionOfClocks() {
    fenced.note(P0, new Note.Elected(P0, 1), new Note.Leads(1, 7));
    fenced.note(P1, new Note.Elected(P1, 2), new Note.Leads(2, Long.MAX_VALUE));
    assertThat(fenced.violation()).isNull();
    fenced.note(P2, new Note.Elected(P2, 3), new Note.Leads(3, Long.MAX_VALUE));
    assertThat(fenced.violation())
        .isEqualTo("P2 began to lead, but P1 led without end; one leads at a time");
  }

  @Test
  void termsThatNobodyCanComeToAreForgotten() {
    for (long term = 1; term < 50; term++) {
      fenced.note(P0, new Note.Elected(P0, term));
      fenced.note(P1, new Note.Elected(P0, term));
      fenced.note(P2, new Note.Elected(P0, term));
    }
    assertThat(fenced.state().leaders()).hasSize(1);
  }
}
