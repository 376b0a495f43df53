package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.View;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.testkit.Draws;
import coterie.testkit.ManySeeds;
import coterie.testkit.SimulatedGroup;
import coterie.testkit.Storm;
import coterie.testkit.TamperedNode;
import coterie.testkit.TamperedNode.Tamper;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The clerk's lock through storms of faults, and a broken clerk that the same storms catch. */
class ClerkStormTest {
  private static final View MEMBERS = View.numbered(0, 4);
  private static final ClerkRecipe RECIPE = new ClerkRecipe();
  private static final Settings SETTINGS =
      new Settings(RECIPE.settings(), Map.of("retry", "50ms", "hold", "5ms", "think", "5ms"));

  /** Lets a storm blow over a group, and returns what the judge of locks finds wrong. */
  private static List<String> wrong(long seed, Supplier<Tamper> tamper) {
    Draws draws = new Draws(seed);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(draws.pick(0, 2 * SimulatedGroup.MILLI));
    SimulatedGroup<Clerk> group =
        new SimulatedGroup<>(
            Clerk.class,
            MEMBERS,
            RECIPE.blueprint(MEMBERS, SETTINGS),
            setup,
            node -> new TamperedNode(node, Clerk.Msg.class, tamper.get()));
    Entries judge = new Entries(group.simulation, RECIPE, SETTINGS);
    Storm storm = new Storm(group.simulation, draws).withAllKinds();
    storm.blow(20);
    return judge.violations();
  }

  @Test
  void twoAreNeverInside() {
    for (long seed = 0; seed < ManySeeds.count(100, 5_000); seed++) {
      assertThat(wrong(seed, Tamper::new)).as("seed %d", seed).isEmpty();
    }
  }

  /** A clerk whose book is lost in a crash begins to count anew. */
  private static final class Forgetful extends Tamper {
    @Override
    protected boolean isForgetful() {
      return true;
    }
  }

  @Test
  void clerkThatForgetsIsCaught() {
    assertThat(ManySeeds.firstFound(1_000, seed -> String.join("\n", wrong(seed, Forgetful::new))))
        .contains("tokens grow with every entry");
  }
}
