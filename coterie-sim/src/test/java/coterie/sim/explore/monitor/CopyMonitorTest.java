package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Replicated.Reached;
import coterie.sim.explore.Observation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CopyMonitorTest {
  private record Seen(int writes) {}

  private record Shown(String text) {}

  private final Path<CopyMonitor.State> path = new Path<>(new CopyMonitor());

  private static Observation copy(
      NodeId node, int seen, String shown, List<Lineage> history, @Nullable String flaw) {
    List<Reached> reached = List.of(new Reached("x", List.of(new Dot(P0, seen))));
    return new Observation.Looked(
        node, new CopyMonitor.Copy(new Seen(seen), new Shown(shown), history, flaw, reached));
  }

  private static Observation copy(NodeId node, int seen, String shown) {
    return copy(node, seen, shown, List.of(), null);
  }

  @Test
  void sameWritesShowTheSame() {
    path.see(copy(P0, 1, "a")).see(copy(P1, 0, "")).see(copy(P1, 1, "a"));
    assertThat(path.violation()).isNull();
    assertThat(path.see(copy(P1, 1, "b")).violation())
        .isEqualTo("P0 and P1 have seen the same writes and do not show the same");
  }

  @Test
  void sameWritesRememberTheSame() {
    path.see(copy(P0, 1, "a"));
    path.see(copy(P1, 1, "a", List.of(new Lineage("x", List.of())), null));
    assertThat(path.violation())
        .isEqualTo("P0 and P1 have seen the same writes and do not remember the same history");
  }

  @Test
  void aFlawIsTold() {
    assertThat(path.see(copy(P0, 1, "a", List.of(), "the sum is 3")).violation())
        .isEqualTo("the copy of P0 is wrong: the sum is 3");
  }

  @Test
  void anAcknowledgedWriteOutlivesACrash() {
    path.note(P0, new Note.Wrote("x", new Dot(P0, 1))).see(copy(P0, 1, "a")).crash(P0);
    assertThat(path.see(copy(P0, 0, "")).violation()).isEqualTo("P0 has lost its write P0:1 to x");
  }

  @Test
  void aNumberIsAcknowledgedOnce() {
    path.note(P0, new Note.Wrote("x", new Dot(P0, 1))).crash(P0);
    path.note(P0, new Note.Wrote("y", new Dot(P0, 1)));
    assertThat(path.violation()).isNull();
    path.note(P0, new Note.Wrote("x", new Dot(P0, 1)));
    assertThat(path.violation()).isEqualTo("P0 acknowledged two writes as P0:1 to x");
  }
}
