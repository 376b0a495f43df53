package coterie.sim.hunt;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The faults of one seed: each kind that takes part comes at a rate and for a time of its own. */
final class SwarmFaults {
  private static final long MILLI = TimeText.SECOND / 1000;
  private static final long LATE_MAX = TimeText.SECOND / 2;

  /**
   * Whom faults like to hit.
   *
   * @param roles the roles that processes may have, such as the leader
   * @param isLeftDown whether it is worth seeing that a process never returns
   */
  record Prey(List<Role> roles, boolean isLeftDown) {
    static Prey of(Recipe recipe) {
      List<Role> roles =
          switch (recipe) {
            case ElectionRecipe election -> List.of(Role.LEADER);
            case MutexRecipe mutex when mutex.hasLeader() -> List.of(Role.HOLDER, Role.LEADER);
            case MutexRecipe mutex -> List.of(Role.HOLDER);
            default -> List.of();
          };
      return new Prey(roles, recipe instanceof DetectorRecipe);
    }
  }

  private final View members;
  private final Bounds bounds;
  private final Prey prey;
  private final Set<FaultKind> taking;
  private final long calmNanos;
  private final Chances chances;
  private final boolean isLeavingDown;
  private final List<Step> steps = new ArrayList<>();

  /** How many more may stay down: a majority returns. */
  private int mayStayDown;

  SwarmFaults(
      View members,
      Bounds bounds,
      Prey prey,
      Set<FaultKind> taking,
      long calmNanos,
      Chances chances) {
    this.members = members;
    this.bounds = bounds;
    this.prey = prey;
    this.taking = taking;
    this.calmNanos = calmNanos;
    this.chances = chances;
    this.mayStayDown = (members.size() - 1) / 2;
    this.isLeavingDown = chances.oneIn(prey.isLeftDown ? 2 : 8);
    taking.forEach(this::draw);
    if (taking.contains(FaultKind.CUT)) {
      add(calmNanos, new Fault.HealAll(), Step.FOREVER); // One that only sends has no end.
    }
  }

  List<Step> steps() {
    return steps;
  }

  private void draw(FaultKind kind) {
    if (kind == FaultKind.DISK) {
      return; // It is how long a save takes, and what a crash keeps.
    }
    long mean = chances.scaled(calmNanos / 40, calmNanos);
    long longest = chances.scaled(calmNanos / 100, calmNanos / 3);
    long at = chances.gap(mean);
    while (at < calmNanos) {
      long lasting = Math.min(calmNanos - at, chances.scaled(longest / 20, longest));
      draw(kind, at, Math.max(lasting, MILLI / 10));
      at += chances.gap(mean);
    }
  }

  private void draw(FaultKind kind, long at, long lasting) {
    switch (kind) {
      case CRASH -> crash(at, lasting);
      case PARTITION -> partition(at, lasting);
      case CUT -> cut(at, lasting);
      case LOSS -> add(at, new Fault.Loss(chances.probability(0.6)), lasting);
      case DUPLICATE -> add(at, new Fault.Duplication(chances.probability(0.8)), lasting);
      case REORDER ->
          add(
              at,
              new Fault.Reordering(chances.probability(0.6), chances.scaled(MILLI, LATE_MAX)),
              lasting);
      case PAUSE -> add(at, new Fault.Pause(target()), pause(lasting));
      case SLOW ->
          add(at, new Fault.Slow(target(), chances.scaled(MILLI, bounds.slowNanos())), lasting);
      case DRIFT -> add(at, drift(chances.node(members), bounds, chances), Step.FOREVER);
      case DISK -> {}
    }
  }

  private void crash(long at, long lasting) {
    boolean keeping = taking.contains(FaultKind.DISK) && chances.oneIn(2);
    boolean isForEver = isLeavingDown && chances.oneIn(4) && mayStayDown > 0;
    mayStayDown -= isForEver ? 1 : 0;
    long down = chances.oneIn(4) ? MILLI : lasting; // It may be back before anybody notices.
    add(at, new Fault.Crash(target(), keeping), isForEver ? Step.FOREVER : down);
  }

  private void partition(long at, long lasting) {
    List<Target> some = chances.oneIn(2) ? List.of(target()) : Target.of(chances.some(members));
    if (!some.isEmpty()) {
      add(at, new Fault.Partition(List.of(some)), lasting);
    }
  }

  private void cut(long at, long lasting) {
    NodeId node = chances.node(members);
    switch (chances.below(6)) {
      case 0 -> add(at, new Fault.SendOnly(target()), Step.FOREVER);
      case 1 -> add(at, new Fault.ReceiveOnly(target()), Step.FOREVER);
      default -> {
        NodeId other = chances.node(members);
        if (!other.equals(node)) {
          add(at, new Fault.Cut(node, other, chances.oneIn(2)), lasting);
        }
      }
    }
  }

  private long pause(long lasting) {
    return Math.min(lasting, chances.scaled(MILLI, bounds.pauseNanos()));
  }

  /** A process that leads, or is inside, has most to lose. */
  private Target target() {
    boolean isRole = chances.oneIn(3);
    NodeId any = chances.node(members);
    return isRole && !prey.roles.isEmpty()
        ? new Target.Player(chances.pick(prey.roles), false)
        : Target.of(any);
  }

  private void add(long at, Fault fault, long lasting) {
    steps.add(new Step(Step.DRAWN, at, new Step.Inject(fault, lasting, true)));
  }

  /** A clock at the very bound, one way or the other, is the worst. */
  static Fault drift(NodeId node, Bounds bounds, Chances chances) {
    long bound = bounds.driftPartsPerMillion();
    long by = chances.oneIn(2) ? bound : chances.between(0, bound);
    return new Fault.ClockDrift(node, chances.oneIn(2) ? by : -by);
  }
}
