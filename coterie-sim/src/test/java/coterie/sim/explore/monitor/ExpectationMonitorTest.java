package coterie.sim.explore.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.check.expect.Condition;
import coterie.sim.check.expect.Expectation;
import coterie.sim.explore.Observation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationMonitorTest {
  private static final View MEMBERS = View.numbered(0, 2);
  private static final NodeId P0 = MEMBERS.at(0);
  private static final NodeId P1 = MEMBERS.at(1);

  private static ExpectationMonitor never(Condition condition) {
    return new ExpectationMonitor(
        MEMBERS,
        new Expectation("", "never so", Expectation.Kind.NEVER, condition, 0, Expectation.END));
  }

  private static ExpectationMonitor.State after(
      ExpectationMonitor monitor, List<Observation> seen) {
    ExpectationMonitor.State state = monitor.initial();
    for (Observation one : seen) {
      state = monitor.minds(one) ? monitor.next(state, one) : state;
    }
    return state;
  }

  private static Observation leads(NodeId node, long until) {
    return new Observation.Noted(node, 0, new Note.Leads(1, until));
  }

  private static Observation over(ExpectationMonitor monitor, NodeId node) {
    return new Observation.Looked(node, monitor.look(node, List.of()));
  }

  @Test
  void twoLeadersAreSeenWhenAStepIsOver() {
    ExpectationMonitor monitor = never(new Condition.TwoLeaders());
    List<Observation> start =
        List.of(new Observation.Started(P0, 1), new Observation.Started(P1, 1));
    List<Observation> both =
        List.of(leads(P0, Long.MAX_VALUE), leads(P1, Long.MAX_VALUE), over(monitor, P1));
    ExpectationMonitor.State begun = after(monitor, start);
    ExpectationMonitor.State state = begun;
    for (Observation one : both) {
      assertNull(monitor.violation(state));
      state = monitor.next(state, one);
    }
    assertEquals("expected \"never so\", but P0 and P1 lead", monitor.violation(state));
    assertEquals(begun, after(monitor, start), "a state is not changed by what follows it");
  }

  @Test
  void reignsThatEndByThemselvesMayBeOver() {
    ExpectationMonitor monitor = never(new Condition.TwoLeaders());
    ExpectationMonitor.State state =
        after(
            monitor,
            List.of(
                new Observation.Started(P0, 1),
                new Observation.Started(P1, 1),
                leads(P0, 5),
                leads(P1, 7),
                over(monitor, P1)));
    assertNull(monitor.violation(state));
  }

  @Test
  void historiesThatLeadToTheSameStandingAreEqual() {
    ExpectationMonitor monitor = never(new Condition.TwoLeaders());
    List<Observation> start =
        List.of(new Observation.Started(P0, 1), new Observation.Started(P1, 1));
    ExpectationMonitor.State once = after(monitor, start);
    ExpectationMonitor.State later = monitor.next(once, leads(P0, Long.MAX_VALUE));
    later = monitor.next(later, new Observation.Noted(P0, 0, new Note.SteppedDown(1)));
    assertEquals(once, later);
    assertEquals(once.hashCode(), later.hashCode());
  }

  @Test
  void aSearchKnowsNoTime() {
    Expectation timed =
        new Expectation("", "so at 5", Expectation.Kind.AT, new Condition.TwoLeaders(), 5, 5);
    assertThrows(IllegalArgumentException.class, () -> new ExpectationMonitor(MEMBERS, timed));
  }
}
