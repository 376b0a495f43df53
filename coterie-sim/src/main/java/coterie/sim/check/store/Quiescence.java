package coterie.sim.check.store;

import coterie.core.NodeId;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Since when nothing stands in the way of anybody: all are up, and every message gets through. */
final class Quiescence implements StageWitness {
  static final long NEVER = -1;

  private record Link(Target from, Target to) {}

  private final Stage stage;
  private final Set<Link> cuts = new HashSet<>();
  private final Set<NodeId> still = new HashSet<>();
  private final Set<NodeId> slow = new HashSet<>();
  private final Set<NodeId> cutOff = new HashSet<>();
  private final Map<NodeId, Long> skews = new HashMap<>();
  private boolean isParted;
  private boolean isLossy;
  private boolean isReordering;
  private boolean isDelayed;
  private boolean isDrifting;
  private long since;

  Quiescence(Stage stage) {
    this.stage = stage;
    this.since = stage.now();
    stage.initialFaults().forEach(fault -> faulted(stage.now(), fault));
    stage.watch(this);
  }

  /** {@link #NEVER} if something is in the way now. */
  long sinceNanos() {
    boolean isQuiet =
        stage.upCount() == stage.members().size()
            && cuts.isEmpty()
            && still.isEmpty()
            && slow.isEmpty()
            && cutOff.isEmpty()
            && skews.isEmpty()
            && !isParted
            && !isLossy
            && !isReordering
            && !isDelayed
            && !isDrifting;
    return isQuiet ? since : NEVER;
  }

  /** Something happened that takes its time to be done with. */
  void disturbed(long at) {
    since = Math.max(since, at);
  }

  @Override
  public void faulted(long at, Fault fault) {
    disturbed(at);
    switch (fault) {
      case Fault.Pause pause -> still.add(pause.node());
      case Fault.Resume resume -> still.remove(resume.node());
      case Fault.Crash crash -> still.remove(crash.node());
      case Fault.Recover recover -> {}
      case Fault.Slow late -> change(slow, late.node(), late.byNanos() > 0);
      case Fault.SendOnly only -> cutOff.add(only.node());
      case Fault.ReceiveOnly only -> cutOff.add(only.node());
      case Fault.Cut(Target from, Target to, boolean bothWays) -> link(from, to, bothWays, true);
      case Fault.Heal(Target from, Target to, boolean bothWays) -> link(from, to, bothWays, false);
      case Fault.Partition partition -> isParted = true;
      case Fault.HealAll all -> {
        cuts.clear();
        cutOff.clear();
        isParted = false;
      }
      // Stamps of a clock that is wrong by much may be refused by others.
      case Fault.ClockOffset skew ->
          skews.merge(
              skew.node(), skew.byNanos(), (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
      case Fault.ClockDrift drift -> isDrifting |= drift.partsPerMillion() != 0;
      case Fault.Loss loss -> isLossy = loss.probability() > 0;
      case Fault.Duplication duplication -> {}
      // Delays of another kind may be too long for what was promised; so may held-back messages.
      case Fault.Reordering reordering -> isReordering = reordering.probability() > 0;
      case Fault.Delay delay -> isDelayed = true;
    }
  }

  private void link(Target from, Target to, boolean bothWays, boolean isCut) {
    change(cuts, new Link(from, to), isCut);
    if (bothWays) {
      change(cuts, new Link(to, from), isCut);
    }
  }

  private static <T> void change(Set<T> set, T element, boolean isIn) {
    if (isIn) {
      set.add(element);
    } else {
      set.remove(element);
    }
  }
}
