package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static coterie.sim.explore.monitor.Path.P2;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.sim.explore.Observation;
import org.junit.jupiter.api.Test;

class RegisterMonitorTest {
  private static final Action GET = new RegisterNote.Get();
  private static final Action SET_A = new RegisterNote.Set("a");
  private static final Action SET_B = new RegisterNote.Set("b");
  private final Path<RegisterMonitor.State> path = new Path<>(new RegisterMonitor());

  private static Note asks(long request, Action action) {
    return new RegisterNote.Requested("r", request, action);
  }

  private static Note gets(long request, long version, String value) {
    return new RegisterNote.Succeeded("r", request, version, value);
  }

  @Test
  void aReadSeesTheLastWrite() {
    path.note(P0, asks(1, SET_A), gets(1, 1, "a")).note(P1, asks(1, GET), gets(1, 0, ""));
    assertThat(path.violation())
        .isEqualTo(
            "register r is not linearizable: no order of the calls explains get of P1,"
                + " which succeeded with version 0, no value");
  }

  @Test
  void whatOverlapsMayComeInAnyOrder() {
    path.note(P0, asks(1, SET_A)).note(P1, asks(1, GET)).note(P2, asks(1, SET_B));
    path.note(P2, gets(1, 1, "b")).note(P0, gets(1, 2, "a")).note(P1, gets(1, 1, "b"));
    assertThat(path.violation()).isNull();
    assertThat(path.state().of("r").open()).isEmpty();
    assertThat(path.state().of("r").moments()).hasSize(1);
  }

  @Test
  void readsDoNotGoBack() {
    path.note(P0, asks(1, SET_A)).note(P1, asks(1, GET), gets(1, 1, "a"));
    path.note(P1, asks(2, GET), gets(2, 0, ""));
    assertThat(path.violation()).contains("get of P1, which succeeded with version 0");
  }

  @Test
  void aWriteOfACrashedProcessMayComeLateOrNever() {
    path.note(P0, asks(1, SET_A)).crash(P0);
    path.note(P1, asks(1, GET), gets(1, 0, ""), asks(2, GET), gets(2, 1, "a"));
    assertThat(path.violation()).isNull();
    path.note(P1, asks(3, GET), gets(3, 0, ""));
    assertThat(path.violation()).isNotNull();
  }

  @Test
  void aConditionHoldsForOneWriterOnly() {
    path.note(P0, asks(1, new RegisterNote.Cas(0, "a")))
        .note(P1, asks(1, new RegisterNote.Cas(0, "b")));
    path.note(P0, gets(1, 1, "a"));
    var refused = new RegisterNote.Refused("r", 1, 1, "a");
    assertThat(path.note(P1, refused).violation()).isNull();
    path.note(P2, asks(1, new RegisterNote.Cas(0, "c")), gets(1, 2, "c"));
    assertThat(path.violation()).contains("cas 0 c of P2, which succeeded with version 2, c");
  }

  @Test
  void aRequestCountsFromWhenItWasDecidedOn() {
    path.see(new Observation.Held(P0, 0, asks(1, SET_A)));
    path.note(P1, asks(1, GET), gets(1, 1, "a")).note(P0, asks(1, SET_A), gets(1, 1, "a"));
    assertThat(path.violation()).isNull();
  }
}
