package coterie.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.bully.BullyRecipe;
import coterie.elect.raft.RaftRecipe;
import coterie.elect.ring.RingRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.elect.Elections;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge of elections, which hears notes only, says what the processes themselves say. */
class JudgedElectionsTest {
  private static final int NODES = 5;
  private static final int SEEDS = 15;
  private static final long LENGTH_NANOS = 8 * TimeText.SECOND;

  private static final class Run {
    private final Simulation simulation;
    private final Elections judge;
    private long lookedAtNanos;
    private long leaderlessNanos;
    private boolean agreed;

    Run(ElectionRecipe recipe, long seed) {
      View members = View.numbered(1, NODES);
      Settings settings = new Settings(recipe.settings(), recipe.laboratory());
      Setup setup =
          Setup.standard()
              .withSeed(seed)
              .withLatency(Latency.parse("uniform:200us,1ms"))
              .withConditions(List.of(new Fault.Loss(0.05)));
      simulation = new Simulation(members, recipe.blueprint(members, settings), setup);
      judge = new Elections(simulation, recipe);
      SplittableRandom random = new SplittableRandom(seed);
      for (long at = TimeText.SECOND / 2; at < LENGTH_NANOS; at += TimeText.SECOND / 4) {
        simulation.at(at + random.nextLong(TimeText.SECOND / 5), () -> fault(random));
      }
    }

    private void fault(SplittableRandom random) {
      NodeId node = new NodeId(1 + random.nextInt(NODES));
      switch (random.nextInt(4)) {
        case 0 -> simulation.inject(new Fault.ClockDrift(node, random.nextInt(-9_000, 9_000)));
        case 1 -> {
          NodeId other = new NodeId(1 + (node.value() + random.nextInt(NODES - 1)) % NODES);
          simulation.inject(new Fault.Cut(node, other, random.nextBoolean()));
        }
        case 2 -> simulation.inject(new Fault.HealAll());
        default ->
            simulation.inject(
                simulation.isUp(node) ? new Fault.Crash(node) : new Fault.Recover(node));
      }
    }

    /** Goes on by the millisecond, so that leases also end between two looks. */
    void run() {
      while (simulation.now() < LENGTH_NANOS) {
        long next = simulation.now() + 1_000_000;
        simulation.runUntil(this::looks, next);
      }
    }

    /** Never ends the run: it is called after every event. */
    private boolean looks() {
      assertThat(judge.leader()).isEqualTo(agreedByAll());
      for (long i = 1; i <= NODES; i++) {
        assertThat(judge.leads(new NodeId(i))).isEqualTo(leads(new NodeId(i)));
      }
      leaderlessNanos += agreed ? 0 : simulation.now() - lookedAtNanos;
      agreed = judge.agrees();
      lookedAtNanos = simulation.now();
      return false;
    }

    private boolean leads(NodeId node) {
      return simulation.isUp(node) && simulation.protocol(node, Election.class).leads();
    }

    private @Nullable NodeId agreedByAll() {
      List<@Nullable NodeId> known = new ArrayList<>();
      for (long i = 1; i <= NODES; i++) {
        if (simulation.isUp(new NodeId(i))) {
          known.add(simulation.protocol(new NodeId(i), Election.class).leader());
        }
      }
      NodeId first = known.isEmpty() ? null : known.getFirst();
      boolean isSame = first != null && known.stream().allMatch(first::equals);
      return isSame && leads(first) ? first : null;
    }
  }

  static Stream<ElectionRecipe> recipes() {
    return Stream.of(BullyRecipe.RECIPE, RaftRecipe.RECIPE, RingRecipe.RECIPE);
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void judgeSaysWhatTheProcessesSay(ElectionRecipe recipe) {
    long elections = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Run run = new Run(recipe, seed);
      run.run();
      elections += run.judge.elections().size();
      assertThat(run.judge.violations()).isEmpty();
      // Seen from outside, a lease that has ended shows at the next look, at most 1 ms later.
      assertThat(run.judge.leaderlessNanos())
          .as("seed %d", seed)
          .isBetween(run.leaderlessNanos, run.leaderlessNanos + LENGTH_NANOS / 50);
      assertThat(run.judge.twoLeaders().stretches() == 0 || !recipe.isFenced()).isTrue();
    }
    assertThat(elections).isGreaterThan(3L * SEEDS);
  }
}
