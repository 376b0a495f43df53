package coterie.mutex;

import static coterie.testkit.SimulatedGroup.MILLI;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.MutexRecipe;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import coterie.testkit.TamperedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A group with a lock, its clients, its network and its bad luck, all drawn from one seed. */
final class AskingStorm {
  /** What becomes of those who crash. */
  enum Return {
    NEVER,
    SOMETIMES
  }

  /** How bad it gets: gentle storms do not mislead a detector, or only seldom. */
  enum Force {
    GENTLE,
    WILD
  }

  /** A message that was held back comes after so long at the latest. */
  private static final long LATE_MAX = 200 * MILLI;

  private final long seed;
  private final Draws draws;
  private final Storm storm;
  private final boolean isWild;
  private final Return returns;
  final AskingGroup group;

  AskingStorm(MutexRecipe recipe, long seed, String detector, Force force, Return returns) {
    this(
        recipe,
        seed,
        detector,
        force,
        returns,
        AskingGroup.Break.messages(node -> new TamperedNode.Tamper()));
  }

  AskingStorm(
      MutexRecipe recipe,
      long seed,
      String detector,
      Force force,
      Return returns,
      AskingGroup.Break broken) {
    this.seed = seed;
    this.draws = new Draws(seed);
    this.isWild = force == Force.WILD;
    this.returns = returns;
    int size = 2 + draws.nextInt(5);
    Map<String, String> values = new TreeMap<>();
    values.put("detector", detector);
    values.put("period", "50ms");
    values.put("silence", "300ms");
    values.put("retry", "60ms");
    values.put("hold", draws.pick(0, 3, 10) + "ms");
    values.put("think", draws.pick(5, 20, 60) + "ms");
    List<Fault> clocks = draws.drifts(View.numbered(0, size), 20_000);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(draws.pick(0, 0, 2 * MILLI))
            .withConditions(clocks);
    group = new AskingGroup(recipe, size, values, setup, broken);
    storm =
        new Storm(group.simulation, draws)
            .with(4, Strike.crashOrRecover())
            .with(1, Strike.restart())
            .with(2, isWild ? Strike.pauseOrResume() : Strike.pauseFor(150 * MILLI))
            .with(1, isWild ? Strike.loss(6) : (its, node) -> its.inject(new Fault.Loss(0.05)))
            .with(1, Strike.duplication(5))
            .with(2, Strike.reordering(0.4, LATE_MAX))
            .with(1, Strike.slow((isWild ? 150 : 30) * MILLI))
            .with(1, passing(Strike.partition()))
            .with(1, passing(Strike.cut()))
            .with(2, Strike.healing());
    if (returns == Return.NEVER) {
      storm.withoutReturns();
    }
  }

  /** In a gentle storm, ends soon what misleads a detector. */
  private Strike passing(Strike strike) {
    return (its, node) -> {
      strike.strike(its, node);
      if (!isWild) {
        its.runBelow(150 * MILLI);
        its.inject(new Fault.HealAll());
      }
    };
  }

  /** Strikes again and again, at random moments. */
  void blow(int strikes) {
    storm.runBelow(200 * MILLI);
    for (int i = 0; i < strikes; i++) {
      if (draws.oneIn(4)) { // A group in which nobody enters has nothing to lose.
        calm();
        storm.runBelow(500 * MILLI);
      }
      storm.strike(draws.oneIn(3) ? insider() : storm.any());
      storm.runBelow(draws.pick(10, 100, 400) * MILLI);
    }
  }

  private NodeId insider() {
    return storm.firstOrAny(node -> group.at(node.value()).holds());
  }

  /** Ends all faults; those that are down return, if any do. */
  void calm() {
    storm.calm();
    storm.recoverAll();
  }

  /** Those who are up and do not enter in a second, though nothing is wrong any more. */
  List<Integer> starving() {
    calm();
    group.runMillis(1_200);
    int[] before = new int[group.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = group.entries(i);
    }
    group.runMillis(1_000);
    List<Integer> starving = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      if (group.isUp(i) && group.entries(i) == before[i]) {
        starving.add(i);
      }
    }
    return starving;
  }

  boolean isMajorityUp() {
    return group.simulation.upCount() > group.size() / 2;
  }

  boolean isEverybodyUp() {
    return group.simulation.upCount() == group.size();
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, %s, returns %s"
        .formatted(seed, group.size(), isWild ? Force.WILD : Force.GENTLE, returns);
  }
}
