package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.heartbeat.Heartbeat;
import coterie.detect.phi.PhiAccrual;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The detectors in which everybody beats to everybody. */
class BeatsTest {
  private static final long SECOND = TimeText.SECOND;

  private static Simulation simulation(
      DetectorRecipe recipe, int size, Setup setup, Map<String, String> changed) {
    View view = View.numbered(0, size);
    Map<String, String> given = new TreeMap<>(recipe.laboratory());
    given.putAll(changed);
    return new Simulation(
        view, recipe.blueprint(view, new Settings(recipe.settings(), given)), setup);
  }

  private static Setup setup(long seed, String latency) {
    return Setup.standard().withSeed(seed).withLatency(Latency.parse(latency));
  }

  private static NodeId id(long value) {
    return new NodeId(value);
  }

  /** Counts suspicions; without crashes every one is a mistake. */
  private static final class Mistakes implements StageWitness {
    private int count;

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      count += note instanceof Note.Suspected ? 1 : 0;
    }
  }

  /** The mistakes of three processes in three hours, with delays of up to 6 s. */
  private static int mistakes(long seed, Map<String, String> changed) {
    Simulation simulation = simulation(Heartbeat.RECIPE, 3, setup(seed, "uniform:0s,6s"), changed);
    Mistakes mistakes = new Mistakes();
    simulation.watch(mistakes);
    simulation.runFor(3 * 3600 * SECOND);
    return mistakes.count;
  }

  /**
   * No beat is more than 7 s after the one before, so after six mistakes of a second each about the
   * same process the margin alone covers it, and there is no seventh.
   */
  @Test
  void heartbeatStopsMakingMistakesWhereAFixedTimeoutDoesNot() {
    for (long seed = 0; seed < 20; seed++) {
      Map<String, String> learning = Map.of("deviations", "0", "margin", "1s");
      assertThat(mistakes(seed, learning)).as("seed %d", seed).isBetween(1, 6 * 3 * 2);
      Map<String, String> fixed = Map.of("timeouts", "fixed", "timeout", "2s");
      assertThat(mistakes(seed, fixed)).as("seed %d", seed).isGreaterThan(1_000);
    }
  }

  @Test
  void fixedTimeoutRunsFromTheLastBeat() {
    Simulation simulation =
        simulation(
            Heartbeat.RECIPE,
            2,
            setup(1, "100ms"),
            Map.of("timeouts", "fixed", "timeout", "2.5s", "phases", "together"));
    simulation.at(10 * SECOND + 1, new Fault.Crash(id(1)));
    Heartbeat observer = simulation.protocol(id(0), Heartbeat.class);
    simulation.runUntil(12 * SECOND + 6 * SECOND / 10 - 1);
    assertThat(observer.suspects()).isEmpty();
    simulation.runUntil(12 * SECOND + 6 * SECOND / 10);
    assertThat(observer.suspects()).containsExactly(id(1));
  }

  @Test
  void whoNeverBeatsIsSuspectedToo() {
    for (DetectorRecipe recipe : List.of(Heartbeat.RECIPE, PhiAccrual.RECIPE)) {
      for (int beats = 0; beats < 4; beats++) {
        Simulation simulation =
            simulation(recipe, 3, setup(1, "10ms"), Map.of("phases", "together"));
        simulation.at(beats * SECOND, new Fault.Crash(id(2)));
        simulation.runUntil((beats + 6) * SECOND);
        Detector observer = simulation.protocol(id(0), Detector.class);
        assertThat(observer.suspects()).as("%s, %d beats", recipe, beats).containsExactly(id(2));
        simulation.inject(new Fault.Recover(id(2)));
        simulation.runFor(SECOND);
        assertThat(observer.suspects()).as("%s, %d beats", recipe, beats).isEmpty();
      }
    }
  }

  @Test
  void crashIsFoundWithinTwoPeriodsAndListenersHear() {
    for (DetectorRecipe recipe : List.of(Heartbeat.RECIPE, PhiAccrual.RECIPE)) {
      for (long seed = 0; seed < 50; seed++) {
        Simulation simulation = simulation(recipe, 5, setup(seed, "uniform:10ms,100ms"), Map.of());
        simulation.runFor(60 * SECOND);
        List<String> heard = new ArrayList<>();
        Detector observer = simulation.protocol(id(0), Detector.class);
        observer.listen(
            new Detector.Listener() {
              @Override
              public void suspected(NodeId who) {
                heard.add("suspected " + who + " " + observer.suspects(who));
              }

              @Override
              public void trusted(NodeId who) {
                heard.add("trusted " + who + " " + observer.suspects(who));
              }
            });
        simulation.inject(new Fault.Crash(id(3)));
        simulation.runFor(2 * SECOND);
        assertThat(observer.suspects()).containsExactly(id(3));
        assertThat(observer.level(id(3))).isGreaterThan(8);
        assertThat(observer.level(id(1))).isLessThan(8);
        simulation.inject(new Fault.Recover(id(3)));
        simulation.runFor(SECOND);
        assertThat(heard).containsExactly("suspected P3 true", "trusted P3 false");
      }
    }
  }

  @Test
  void oneLongCutDoesNotMakeThemSlow() {
    for (DetectorRecipe recipe : List.of(Heartbeat.RECIPE, PhiAccrual.RECIPE)) {
      Simulation simulation = simulation(recipe, 2, setup(1, "uniform:10ms,100ms"), Map.of());
      simulation.runFor(120 * SECOND);
      simulation.inject(new Fault.Cut(id(0), id(1), true));
      simulation.runFor(600 * SECOND);
      simulation.inject(new Fault.HealAll());
      simulation.runFor(20 * SECOND);
      simulation.inject(new Fault.Crash(id(1)));
      simulation.runFor(3 * SECOND);
      assertThat(simulation.protocol(id(0), Detector.class).suspects()).containsExactly(id(1));
    }
  }

  @Test
  void doubledAndOvertakenBeatsAreNoNews() {
    for (DetectorRecipe recipe : List.of(Heartbeat.RECIPE, PhiAccrual.RECIPE)) {
      Simulation simulation = simulation(recipe, 2, setup(1, "10ms"), Map.of());
      simulation.inject(new Fault.Duplication(1));
      simulation.runFor(60 * SECOND);
      simulation.inject(new Fault.Crash(id(1)));
      simulation.runFor(2 * SECOND);
      assertThat(simulation.protocol(id(0), Detector.class).suspects()).containsExactly(id(1));
    }
  }

  private static List<Note> notesOf(Simulation simulation, NodeId observer) {
    List<Note> notes = new ArrayList<>();
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(observer)) {
              notes.add(note);
            }
          }
        });
    return notes;
  }

  @Test
  void suspicionThatAdaptsSaysWhyAndAMistakeRaisesTheMargin() {
    Simulation simulation = simulation(Heartbeat.RECIPE, 3, setup(1, "10ms"), Map.of());
    List<Note> notes = notesOf(simulation, id(0));
    simulation.runUntil(30 * SECOND);
    simulation.inject(new Fault.Pause(id(1)));
    simulation.runFor(10 * SECOND);
    assertThat(notes).hasSize(2);
    assertThat(notes.getFirst())
        .isInstanceOfSatisfying(
            Heartbeat.Overdue.class,
            overdue -> {
              assertThat(overdue.who()).isEqualTo(id(1));
              assertThat(overdue.marginNanos()).isEqualTo(SECOND / 10);
              assertThat(overdue.sinceBeatNanos())
                  .isEqualTo(overdue.timeoutNanos() + overdue.marginNanos());
            });
    assertThat(notes.get(1)).isEqualTo(new Note.Suspected(id(1)));
    notes.clear();
    simulation.inject(new Fault.Resume(id(1)));
    simulation.runFor(SECOND);
    assertThat(notes)
        .startsWith(new Heartbeat.Mistaken(id(1), SECOND / 5), new Note.Trusted(id(1)));
  }

  @Test
  void stateTellsTimeoutMarginAndSilence() {
    Simulation simulation = simulation(Heartbeat.RECIPE, 3, setup(1, "10ms"), Map.of());
    simulation.runUntil(30 * SECOND);
    Heartbeat.State state = (Heartbeat.State) simulation.protocol(id(1), Heartbeat.class).state();
    assertThat(state.suspects()).isEmpty();
    assertThat(state.timeout()).containsExactly(1.0, null, 1.0);
    assertThat(state.margin()).containsExactly(0.1, null, 0.1);
    assertThat(state.sinceBeat().get(0)).isBetween(0.0, 1.0);
    simulation.runFor(SECOND / 2);
    assertThat(simulation.protocol(id(1), Heartbeat.class).state())
        .as("time is no change")
        .isEqualTo(state);
  }

  @Test
  void fixedTimeoutsAndLargeGroupsShowNoNumbers() {
    Map<String, String> fixed = Map.of("timeouts", "fixed");
    Simulation small = simulation(Heartbeat.RECIPE, 3, setup(1, "10ms"), fixed);
    List<Note> notes = notesOf(small, id(0));
    small.runUntil(10 * SECOND);
    small.inject(new Fault.Crash(id(1)));
    small.runFor(10 * SECOND);
    assertThat(notes).containsExactly(new Note.Suspected(id(1)));
    assertThat(small.protocol(id(0), Heartbeat.class).state())
        .isEqualTo(new Heartbeat.Suspects(List.of(id(1))));
    Simulation large = simulation(Heartbeat.RECIPE, 17, setup(1, "10ms"), Map.of());
    large.runUntil(SECOND);
    assertThat(large.protocol(id(0), Heartbeat.class).state())
        .isInstanceOf(Heartbeat.Suspects.class);
  }
}
