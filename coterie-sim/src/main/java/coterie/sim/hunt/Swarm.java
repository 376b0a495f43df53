package coterie.sim.hunt;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Draws a whole scenario from a seed. Each seed has a mix of its own: which kinds of faults take
 * part, how often each comes and how long it lasts, the delays of messages, how long a save takes,
 * and when all ends well. A run with a few kinds of faults reaches states that a run with all of
 * them at once does not (Groce et al., Swarm Testing, 2012).
 *
 * <p>A seed always draws the same scenario. Clocks and pauses stay within what the protocol
 * promises to bear. At the end of the run nothing is wrong any more, so that a judge may ask
 * whether the group has come together again.
 */
public final class Swarm {
  /** Delays of networks near and far; the protocol's own are drawn as often as all of these. */
  private static final List<Latency> LATENCIES =
      Stream.of(
              "uniform:200us,1ms",
              "uniform:1ms,5ms",
              "uniform:1ms,20ms",
              "2ms",
              "exponential:4ms",
              "lognormal:5ms,0.7")
          .map(Latency::parse)
          .toList();

  private static final List<Long> SYNCS = List.of(500_000L, 2_000_000L, 10_000_000L);

  /** How far wall clocks may be apart, where a protocol looks at them. */
  private static final long SKEW = TimeText.SECOND / 5;

  private final Scenario base;
  private final Set<FaultKind> kinds;
  private final Bounds bounds;
  private final List<CallKind> calls;
  private final boolean hasOwnLatency;
  private final boolean looksAtWallClocks;
  private final SwarmFaults.Prey prey;

  /**
   * Prepares to draw.
   *
   * @param base what all seeds have in common: protocol, members, length, settings, steps; delays
   *     and the time of a save if they are not those of a scenario that says nothing of them
   * @param kinds the faults that may take part
   * @param calls the calls that the protocol takes; those that the base makes are not drawn
   */
  Swarm(Scenario base, Recipe recipe, Set<FaultKind> kinds, List<CallKind> calls) {
    Settings settings = new Settings(recipe.settings(), base.settings());
    this.base = base;
    this.kinds = kinds.isEmpty() ? Set.of() : EnumSet.copyOf(kinds);
    this.bounds = Bounds.of(recipe, settings, base.untilNanos());
    this.calls = calls.stream().filter(call -> !isMade(base, call)).toList();
    this.hasOwnLatency = !base.setup().latency().equals(Latency.parse(recipe.latency()));
    this.looksAtWallClocks = recipe.notesStamps();
    this.prey = SwarmFaults.Prey.of(recipe);
  }

  /** Where a scenario says itself who is called, chance adds no calls of that kind. */
  private static boolean isMade(Scenario base, CallKind kind) {
    return base.steps().stream()
        .anyMatch(
            step -> step.action() instanceof Step.Call call && call.method().equals(kind.method()));
  }

  /** Returns the scenario of that seed. */
  public Scenario draw(long seed) {
    Chances chances = new Chances(seed);
    Set<FaultKind> taking = EnumSet.noneOf(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      boolean isDrawn = chances.oneIn(2);
      if (isDrawn && kinds.contains(kind)) {
        taking.add(kind);
      }
    }
    long calm = calmNanos(chances);
    SwarmFaults faults = new SwarmFaults(base.members(), bounds, prey, taking, calm, chances);
    List<Step> steps = new ArrayList<>(base.steps());
    steps.addAll(faults.steps());
    for (CallKind call : calls) {
      call.draw(base.members(), calm, chances, steps);
    }
    steps.sort(Comparator.comparingLong(Step::atNanos));
    return base.withSetup(setup(seed, taking, chances)).withSteps(steps);
  }

  /** Returns when the faults of a scenario are over: after half of the run, or up to 3/4 of it. */
  private long calmNanos(Chances chances) {
    long until = base.untilNanos();
    return Chances.grained(chances.between(until / 2, until - until / 4));
  }

  private Setup setup(long seed, Set<FaultKind> taking, Chances chances) {
    Setup given = base.setup();
    boolean isUsual = hasOwnLatency || chances.oneIn(2);
    Latency latency = isUsual ? given.latency() : chances.pick(LATENCIES);
    boolean isDisk = taking.contains(FaultKind.DISK) && given.syncNanos() == 0;
    boolean isShuffled = chances.oneIn(4) && given.ties() == Ties.SCHEDULED;
    List<Fault> conditions = new ArrayList<>(given.conditions());
    if (taking.contains(FaultKind.DRIFT)) {
      conditions.addAll(clocks(base.members(), chances));
    }
    return new Setup(
        seed,
        isShuffled ? Ties.SHUFFLED : given.ties(),
        latency,
        isUsual ? given.refusing() : chances.oneIn(8),
        isDisk ? chances.pick(SYNCS) : given.syncNanos(),
        given.bytes(),
        conditions);
  }

  private List<Fault> clocks(View members, Chances chances) {
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      clocks.add(SwarmFaults.drift(members.at(i), bounds, chances));
      if (looksAtWallClocks) {
        clocks.add(new Fault.ClockOffset(members.at(i), Chances.grained(chances.between(0, SKEW))));
      }
    }
    return clocks;
  }
}
