package coterie.mutex.tokenring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.mutex.Mutex;
import coterie.mutex.Worker;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The textbook's token ring: the token always travels. */
class PlainTokenRingTest {
  private static final Recipes RECIPES = Recipes.of(PlainTokenRingTest.class.getClassLoader());
  private static final int SEEDS = ManySeeds.count(300, 5_000);

  private static ScenarioRun run(String... lines) {
    List<String> all = new ArrayList<>(List.of("protocol token-ring-plain"));
    all.addAll(List.of(lines));
    ScenarioRun run =
        new ScenarioRun(new ScenarioReader(RECIPES).text("test", all).scenario(), RECIPES);
    run.run();
    return run;
  }

  private static long entered(ScenarioRun run) {
    return entries(run).entries().stream().filter(e -> e.enteredAtNanos() != null).count();
  }

  private static Entries entries(ScenarioRun run) {
    return run.judge(Entries.class).orElseThrow();
  }

  /** A pass takes 10 ms, and nobody wants the token for 10 ms: 50 passes in a second. */
  @Test
  void idleTokenTravelsOneMessageAPass() {
    ScenarioRun run =
        run("nodes 5", "until 100", "latency 10ms", "set clients 0", "set linger 10ms");
    assertThat(run.stage().messages()).isBetween(4_999L, 5_001L);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 20})
  void entryTakesOneMessageWhereAllAlwaysWantTheToken(int size) {
    ScenarioRun run =
        run("nodes " + size, "until 60", "latency 5ms", "set think 0", "set thinking fixed");
    double each = run.stage().messages() / (double) entered(run);
    assertThat(each).isBetween(0.95, 1.05);
    assertThat(PlainTokenRingRecipe.RECIPE.costs(size).getFirst().messages()).isEqualTo(1);
  }

  @Test
  void oneThatAlwaysWantsItWaitsForAWholeRound() {
    ScenarioRun run =
        run(
            "nodes 5",
            "until 60",
            "latency 5ms",
            "set think 1ms",
            "set thinking fixed",
            "set clients 1");
    assertThat(run.stage().messages() / (double) entered(run)).isBetween(4.9, 5.1);
  }

  @Test
  void neverTwoInsideAndNobodyIsPassedOverWithoutFaults() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ScenarioRun run =
          run(
              "nodes " + (1 + seed % 6),
              "until 5",
              "seed " + seed,
              "ties shuffled",
              "duplicate 0.2",
              "reorder 0.2 by 20ms");
      assertThat(run.violations()).as("seed " + seed).isEmpty();
      assertThat(entered(run)).as("seed " + seed).isGreaterThan(10);
    }
  }

  @Test
  void neverTwoInsideThroughCrashesPausesAndLoss() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ScenarioRun run =
          run(
              "nodes " + (2 + seed % 5),
              "until 10",
              "seed " + seed,
              "latency uniform:1ms,50ms",
              "loss 0.01",
              "duplicate 0.2",
              "reorder 0.2 by 500ms",
              "every 3 crash for 0.1",
              "every 3 pause for 0.2");
      assertThat(run.violations()).as("seed " + seed).isEmpty();
    }
  }

  /** The tests above are no use unless a ring that takes a pass twice fails them. */
  @Test
  void ringThatTakesASecondCopyLetsTwoIn() {
    View members = View.numbered(0, 4);
    Simulation simulation =
        new Simulation(
            members,
            node -> {
              PlainTokenRing.Config config = new PlainTokenRing.Config(TimeText.SECOND / 1000);
              PlainTokenRing ring =
                  node.add(
                      "ring",
                      PlainTokenRing.Msg.class,
                      context -> new PlainTokenRing(context, members, config, true));
              long think = TimeText.SECOND / 100;
              Worker.add(
                  node,
                  members,
                  List.of(ring),
                  new Worker.Config(4, 10 * think, think, true, Mutex.FOR_EVER));
            },
            Setup.standard()
                .withLatency(Latency.parse("uniform:1ms,5ms"))
                .withConditions(List.of(new Fault.Duplication(0.2))));
    Inside inside = new Inside();
    simulation.watch(inside);
    simulation.runFor(10 * TimeText.SECOND);
    assertThat(inside.most).isGreaterThan(1);
  }

  private static final class Inside implements StageWitness {
    private int now;
    private int most;

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      now += note instanceof Note.Entered ? 1 : note instanceof Note.Exited ? -1 : 0;
      most = Math.max(most, now);
    }
  }

  @Test
  void lostTokenIsLostForEver() {
    ScenarioRun run = run("nodes 3", "until 20", "at 1 loss 1", "at 1.1 loss 0");
    long last =
        entries(run).entries().stream()
            .filter(entry -> entry.enteredAtNanos() != null)
            .mapToLong(entry -> entry.enteredAtNanos())
            .max()
            .orElseThrow();
    assertThat(last).isLessThan(2 * TimeText.SECOND);
    assertThat(run.violations()).isEmpty();
  }

  @Test
  void lingeringForNothingIsRefused() {
    assertThatThrownBy(() -> run("nodes 3", "until 1", "set linger 0"))
        .hasMessageContaining("linger must be longer than 0 s, not 0 s");
  }
}
