package coterie.sim.check;

import coterie.core.NodeId;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Since when nothing stands in the way of anybody: all are up, and every message gets through. */
public final class Quiescence implements StageWitness {
  /** Stands for the time of what has not come yet. */
  public static final long NEVER = -1;

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
  private long calmSince;

  /** Watches from now on. */
  public Quiescence(Stage stage) {
    this.stage = stage;
    this.since = stage.now();
    this.calmSince = since;
    stage.initialFaults().forEach(fault -> faulted(stage.now(), fault));
    stage.watch(this);
  }

  /** Returns since when all is quiet; {@link #NEVER} if something is in the way now. */
  public long sinceNanos() {
    boolean isQuiet =
        stage.upCount() == stage.members().size()
            && isCalm()
            && skews.isEmpty()
            && !isDelayed
            && !isDrifting;
    return isQuiet ? since : NEVER;
  }

  /**
   * Returns since when nothing is done to the group and all messages get through; {@link #NEVER} if
   * something is in the way now. Processes that are down stay so, and clocks may be wrong.
   */
  public long calmSinceNanos() {
    return isCalm() ? calmSince : NEVER;
  }

  private boolean isCalm() {
    return cuts.isEmpty()
        && still.isEmpty()
        && slow.isEmpty()
        && cutOff.isEmpty()
        && !isParted
        && !isLossy
        && !isReordering;
  }

  /** A user has asked something of a process. */
  @Override
  public void called(long at, NodeId node, Object call) {
    calmSince = Math.max(calmSince, at);
  }

  /** Something happened that takes its time to be done with. */
  public void disturbed(long at) {
    since = Math.max(since, at);
    calmSince = Math.max(calmSince, at);
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
      case Intervention rule -> disturbed(at, rule);
    }
  }

  private void disturbed(long at, Intervention rule) {
    switch (rule) {
      case Intervention.Drop drop -> {}
      case Intervention.Delay delay -> disturbed(at + delay.byNanos());
      case Intervention.DelayAlarm delay -> disturbed(at + delay.byNanos());
      case Intervention.Deliver deliver -> disturbed(at + Math.max(0, deliver.afterNanos()));
      case Intervention.Duplicate twice -> disturbed(at + Math.max(0, twice.afterNanos()));
      case Intervention.Before order -> isDelayed = true; // Nobody knows for how long.
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
