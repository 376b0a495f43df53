package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.clock.Causality;
import coterie.sim.check.store.Copies;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The workload, as the recipe builds it. */
class EditorTest {
  private static final StoreRecipe RECIPE = DocumentsRecipe.RECIPE;

  private static Settings settings(Map<String, String> values) {
    return new Settings(RECIPE.settings(), values);
  }

  @Test
  void editorsEditConflictMergeAndStop() {
    Settings settings = settings(Map.of("writing", "30s"));
    View members = View.numbered(0, 4);
    Setup setup = Setup.standard().withLatency(Latency.parse(RECIPE.latency()));
    Simulation simulation = new Simulation(members, RECIPE.blueprint(members, settings), setup);
    Copies copies = new Copies(simulation, RECIPE.settleNanos(settings, 4));
    Causality causality = new Causality(simulation);
    Map<String, Integer> notes = new TreeMap<>();
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            notes.merge(note.getClass().getSimpleName(), 1, Integer::sum);
          }
        });
    simulation.runFor(40 * TimeText.SECOND);
    assertThat(notes).containsKeys("Created", "Edited", "Merged", "Conflict", "Wrote");
    assertThat(copies.acknowledgedCount()).isBetween(80, 160);
    assertThat(copies.violations()).isEmpty();
    assertThat(causality.violations()).isEmpty();
    assertThat(causality.readings(Documents.CLOCK)).hasSize(copies.acknowledgedCount());
  }

  @Test
  void editorsThatReturnFromACrashDoNotBeginAnew() {
    Settings settings = settings(Map.of("writing", "4s"));
    View members = View.numbered(0, 2);
    Simulation simulation =
        new Simulation(members, RECIPE.blueprint(members, settings), Setup.standard());
    Copies copies = new Copies(simulation, RECIPE.settleNanos(settings, 2));
    simulation.runFor(10 * TimeText.SECOND);
    int before = copies.acknowledgedCount();
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    simulation.runFor(10 * TimeText.SECOND);
    assertThat(copies.acknowledgedCount()).isEqualTo(before).isPositive();
  }

  @Test
  void editorsWaitForASlowDisk() {
    Settings settings = settings(Map.of("think", "1ms", "typing", "0", "documents", "1"));
    View members = View.numbered(0, 1);
    Setup setup = Setup.standard().withSyncNanos(3 * TimeText.SECOND);
    Simulation simulation = new Simulation(members, RECIPE.blueprint(members, settings), setup);
    Copies copies = new Copies(simulation, RECIPE.settleNanos(settings, 1));
    simulation.runFor(5 * TimeText.SECOND);
    assertThat(copies.acknowledgedCount()).isEqualTo(Documents.WAITING_MAX);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    View members = View.numbered(0, 2);
    assertThatThrownBy(() -> RECIPE.blueprint(members, settings(Map.of("documents", "0"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("documents must be 1 or more, not 0");
    assertThatThrownBy(
            () -> RECIPE.blueprint(members, settings(Map.of("think", "0", "typing", "0"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("think and typing must not both be 0");
    assertThatThrownBy(() -> RECIPE.blueprint(members, settings(Map.of("period", "0"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("period must be more than 0, not 0");
  }
}
