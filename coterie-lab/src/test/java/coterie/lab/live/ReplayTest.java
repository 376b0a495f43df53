package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.recipe.Recipe;
import coterie.recording.Frames;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Replay;
import coterie.sim.replay.SimRecording;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the simulator recorded is replayed without a difference, whatever the protocol. */
class ReplayTest {
  private static final Recipes RECIPES = Recipes.of(ReplayTest.class.getClassLoader());
  private static final Stacks STACKS = Stacks.of(RECIPES, ReplayTest.class.getClassLoader());
  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 100 : 2;

  @TestFactory
  Stream<DynamicTest> everyProtocolIsReplayedAsRecorded() {
    return RECIPES.all().stream()
        .map(recipe -> DynamicTest.dynamicTest(recipe.name(), () -> replayAll(recipe)));
  }

  private static void replayAll(Recipe recipe) throws IOException {
    long outputs = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      for (byte[] recording : record(stormy(recipe, seed))) {
        Outcome outcome = replay(recording, STACKS);
        assertThat(outcome).as("seed %d", seed).isInstanceOf(Outcome.Same.class);
        outputs += outcome instanceof Outcome.Same same ? same.outputs() : 0;
      }
    }
    assertThat(outputs).isGreaterThan(100);
  }

  /** Crashes, pauses, losses and wrong clocks. */
  static Scenario stormy(Recipe recipe, int seed) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    List.of(
            "protocol " + recipe.name(),
            "nodes 4",
            "until " + (recipe.name().equals("vring") ? 300 : 30), // It tests every 30 s.
            "seed " + seed,
            "loss 0.05",
            "duplicate 0.05",
            "sync 3ms",
            "at 0 clock 2 drift +300ppm",
            "at 10 clock 1 offset +500ms",
            "every 8 crash for 3",
            "every 10 pause for 2")
        .forEach(statement -> reader.statement("", statement));
    for (int i = 0;
        i < 12 && recipe.name().equals("cast");
        i++) { // It is silent by itself; at 0 all are up.
      reader.statement("", "at 0 call %d cast news".formatted(i % 4));
    }
    return reader.scenario();
  }

  /** A recording of every node. */
  static List<byte[]> record(Scenario scenario) throws IOException {
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    List<ByteArrayOutputStream> files = new ArrayList<>();
    for (int i = 0; i < scenario.members().size(); i++) {
      NodeId node = scenario.members().at(i);
      files.add(new ByteArrayOutputStream());
      SimRecording.record((Simulation) run.stage(), scenario, node, files.getLast());
    }
    run.run();
    return files.stream().map(ByteArrayOutputStream::toByteArray).toList();
  }

  static Outcome replay(byte[] recording, Stacks stacks) throws IOException {
    Frames frames = new Frames(new ByteArrayInputStream(recording));
    ClassLoader loader = ReplayTest.class.getClassLoader();
    return new Replay(
            frames,
            stacks,
            loader,
            new StageWitness() {
              @Override
              public int wants() {
                return ALL;
              }
            })
        .run(Long.MAX_VALUE);
  }
}
