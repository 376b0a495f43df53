package coterie.sim.check.mutex;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.recipe.MutexRecipe.Promise;
import coterie.sim.Stage;
import coterie.sim.fault.Fault;
import java.util.HashMap;
import java.util.Map;

/** Whether a run has left the conditions under which a mutual exclusion promises anything. */
final class Excuse {
  private final Stage stage;
  private final Promise promise;
  private final Map<NodeId, Long> pausedAt = new HashMap<>();
  private long mistakes;
  private boolean isOutOfBounds;

  Excuse(Stage stage, Promise promise) {
    this.stage = stage;
    this.promise = promise;
    stage.initialFaults().forEach(fault -> faulted(stage.now(), fault));
  }

  /** How often the detector suspected a process that was up. */
  long mistakes() {
    return mistakes;
  }

  boolean holds(long atNanos) {
    return switch (promise) {
      case Promise.Always always -> false;
      case Promise.UnlessMistaken unless -> mistakes > 0;
      case Promise.WithinBounds within -> isOutOfBounds || standsStill(atNanos, within);
    };
  }

  /** A process that was paused for too long may go on with what it believed before. */
  private boolean standsStill(long atNanos, Promise.WithinBounds within) {
    return pausedAt.values().stream().anyMatch(since -> atNanos - since > within.pauseNanos());
  }

  void noted(Note note) {
    switch (note) {
      case Note.Suspected(NodeId who) -> suspected(who, false);
      case Note.Failed(NodeId who) -> suspected(who, true);
      default -> {}
    }
  }

  /** A paused process is up: to suspect it is a mistake. */
  private void suspected(NodeId who, boolean isFailed) {
    if (promise instanceof Promise.UnlessMistaken(boolean confirms)
        && confirms == isFailed
        && stage.isUp(who)) {
      mistakes++;
    }
  }

  void faulted(long atNanos, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> pausedAt.remove(crash.node());
      case Fault.Pause pause -> pausedAt.put(pause.node(), atNanos);
      case Fault.Resume resume -> resumed(atNanos, resume.node());
      case Fault.Slow slow -> stoodStill(slow.byNanos());
      case Fault.ClockDrift drift -> drifted(drift.partsPerMillion());
      case Fault.Recover recover -> {}
      case Fault.ClockOffset offset -> {}
      case Fault.OfNetwork network -> {}
    }
  }

  private void resumed(long atNanos, NodeId node) {
    Long since = pausedAt.remove(node);
    stoodStill(since == null ? 0 : atNanos - since);
  }

  private void stoodStill(long nanos) {
    if (promise instanceof Promise.WithinBounds within && nanos > within.pauseNanos()) {
      isOutOfBounds = true;
    }
  }

  private void drifted(long partsPerMillion) {
    if (promise instanceof Promise.WithinBounds within
        && Math.abs(partsPerMillion) > within.driftPartsPerMillion()) {
      isOutOfBounds = true;
    }
  }
}
