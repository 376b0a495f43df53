package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.TimeText;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenarioRunTest {
  private static List<String> run(String... statements) {
    Scenario scenario = ScenarioReaderTest.read(statements);
    ScenarioRun run = new ScenarioRun(scenario, Beats.RECIPES);
    List<String> lines = new ArrayList<>();
    run.trace(scenario.shown(), event -> lines.add(Lines.of(event).strip()));
    run.run();
    assertThat(run.judge(Diagnosis.class)).as("beats counts no events").isEmpty();
    return lines;
  }

  @Test
  void methodsAreCalledByName() {
    assertThat(
            run(
                "until 15",
                "nodes 2",
                "show calls sends",
                "at 5 call 0 hit 1 7 true",
                "at 6 call 1 join ab 3",
                "at 7 call 0 hit P1 2s false",
                "at 12 call 0 beats"))
        .containsExactly(
            "5  P0   call hit 1 7 true",
            "5  P0   sends Beat number=7 to P1",
            "5  P0   sends Beat number=7 to P1",
            "6  P1   call join ab 3",
            "6  P1   answers ababab",
            "7  P0   call hit P1 2s false",
            "7  P0   sends Beat number=2000000000 to P1",
            "10  P0   sends Beat number=1 to P1",
            "10  P1   sends Beat number=1 to P0",
            "12  P0   call beats",
            "12  P0   answers 1");
  }

  @Test
  void sentencesAreSaidInTheirPlace() {
    assertThat(
            run(
                "until 15",
                "nodes 2",
                "show sentences calls",
                "at 5 say Now   P1 joins;",
                "at 5 say it leads nobody.",
                "at 5 call 1 join ab 1"))
        .containsExactly(
            "5  --   Now P1 joins;",
            "5  --   it leads nobody.",
            "5  P1   call join ab 1",
            "5  P1   answers ab");
    refused("at 5 say", "after \"at 5 say\" comes a sentence");
  }

  @Test
  void sentenceChangesNothingInTheRun() {
    assertThat(run("until 50", "at 5 say Hello", "show sends notes"))
        .isEqualTo(run("until 50", "show sends notes"));
  }

  private static void refused(String statement, String message) {
    assertThatThrownBy(() -> run(statement))
        .isInstanceOf(ScenarioException.class)
        .hasMessage("file:3: " + message);
  }

  @Test
  void badCallIsSaidWithItsLine() {
    refused(
        "at 5 call 0 jump",
        "no method \"jump\" takes 0 arguments; there is beats/0, fail/0, hit/3, join/2");
    refused(
        "at 5 call 0 hit 1",
        "no method \"hit\" takes 1 argument; there is beats/0, fail/0, hit/3, join/2");
    refused("at 5 call 0 join a b", "\"b\" is not a valid int for join");
    refused(
        "at 5 call 0 hit x 1 true", "\"x\" is not a node; a node is its number, such as 1 or P1");
    refused("at 5 call 0 fail", "fail failed: as told");
  }

  @Test
  void badCallIsSaidBeforeTheRun() {
    Scenario scenario = ScenarioReaderTest.read("at 200 call 0 jump");
    ScenarioRun run = new ScenarioRun(scenario, Beats.RECIPES);
    assertThatThrownBy(run::run).isInstanceOf(ScenarioException.class);
    assertThat(run.stage().now()).isZero();
  }

  @Test
  void conditionsHoldFromTheStart() {
    assertThat(run("nodes 2", "until 10", "show drops", "cut 0 -> 1"))
        .containsExactly("10  P0   loses Beat number=1 to P1: cut");
    assertThat(run("nodes 2", "until 10", "show notes", "set loud true"))
        .containsExactly("10  P1   Heard from=P0", "10  P0   Heard from=P1");
  }

  @Test
  void stepsAfterTheEndDoNotHappen() {
    assertThat(run("until 10", "show faults", "at 10 crash 1", "at 10.000000001 recover 1"))
        .containsExactly("10  --   crash P1");
  }

  private static List<Step> chaos(long seed, String... statements) {
    List<String> all = new ArrayList<>(List.of(statements));
    all.add("seed " + seed);
    all.add("until 2000");
    return ScenarioReaderTest.read(all.toArray(String[]::new)).steps();
  }

  @Test
  void randomFaultsRepeatForASeedAndDifferBetweenSeeds() {
    String[] statements = {"every 60 crash for 10", "every 40 pause for 7", "every 90 cut for 20"};
    Set<List<Step>> all = new HashSet<>();
    for (long seed = 0; seed < 30; seed++) {
      List<Step> steps = chaos(seed, statements);
      assertThat(chaos(seed, statements)).as("seed %d", seed).isEqualTo(steps);
      all.add(steps);
    }
    assertThat(all).hasSize(30);
  }

  @Test
  void randomFaultsComeAtTheirRate() {
    long crashes = 0;
    for (long seed = 0; seed < 50; seed++) {
      crashes +=
          chaos(seed, "nodes 1000", "every 20 crash for 1").stream()
              .filter(
                  step ->
                      step.action() instanceof Step.Inject inject
                          && inject.fault() instanceof Fault.Crash)
              .count();
    }
    assertThat(crashes / 50.0).isBetween(95.0, 105.0);
  }

  @Test
  void randomCrashesMayKeepWhatWasWritten() {
    List<Step> kept = chaos(7, "every 20 crash keeping for 1");
    List<Step> lost = chaos(7, "every 20 crash for 1");
    assertThat(kept).hasSameSizeAs(lost).isNotEmpty();
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i).atNanos()).isEqualTo(lost.get(i).atNanos());
      if (kept.get(i).action() instanceof Step.Inject inject
          && inject.fault() instanceof Fault.Crash crash) {
        assertThat(crash.keeping()).isTrue();
        assertThat(lost.get(i).action()).isEqualTo(new Step.Inject(new Fault.Crash(crash.node())));
      }
    }
  }

  @Test
  void randomFaultsBeginWithinTheirTimes() {
    for (long seed = 0; seed < 50; seed++) {
      List<Step> steps = chaos(seed, "nodes 1000", "every 5 crash for 1 from 100 until 200");
      List<Long> crashes = new ArrayList<>();
      for (Step step : steps) {
        if (step.action() instanceof Step.Inject inject && inject.fault() instanceof Fault.Crash) {
          crashes.add(step.atNanos());
        }
      }
      assertThat(crashes).as("seed %d", seed).hasSizeBetween(5, 50);
      assertThat(crashes).allMatch(at -> at > 100 * TimeText.SECOND && at <= 200 * TimeText.SECOND);
    }
  }

  @Test
  void randomFaultsNeverHitWhatIsDown() {
    for (long seed = 0; seed < 100; seed++) {
      Scenario scenario =
          ScenarioReaderTest.read(
              "seed " + seed,
              "until 500",
              "every 5 crash for 30",
              "every 5 pause for 30",
              "every 20 partition for 5",
              "every 20 cut for 5",
              "at 100 crash 2",
              "at 200 recover 2");
      // The check of scripted steps must find nothing wrong with the drawn ones, nor the run.
      new StepCheck(scenario.members()).check(List.of(), scenario.steps());
      ScenarioRun run = new ScenarioRun(scenario, Beats.RECIPES);
      run.run();
      long ofP2 =
          scenario.steps().stream()
              .filter(
                  step ->
                      step.action() instanceof Step.Inject inject
                          && inject.fault() instanceof Fault.Crash crash
                          && crash.node().value() == 2)
              .count();
      assertThat(ofP2).as("seed %d: P2 is left to the script", seed).isEqualTo(1);
    }
  }

  @Test
  void sameScenarioAndSeedGiveTheSameTrace() {
    Set<List<String>> traces = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      List<String> trace = chaoticTrace(seed);
      assertThat(chaoticTrace(seed)).as("seed %d", seed).isEqualTo(trace);
      traces.add(trace);
    }
    assertThat(traces).hasSize(20);
  }

  private static List<String> chaoticTrace(long seed) {
    return run(
        "seed " + seed,
        "show all",
        "until 200",
        "ties shuffled",
        "latency lognormal:50ms,1",
        "loss 0.1",
        "duplicate 0.1",
        "reorder 0.2 by 100ms",
        "every 30 crash for 10",
        "every 30 pause for 10",
        "clock 1 drift +1000ppm");
  }

  @Test
  void traceShowsWhatIsAskedFor() {
    Scenario scenario = ScenarioReaderTest.read("until 10", "nodes 2");
    for (Kind kind : Kind.values()) {
      ScenarioRun run = new ScenarioRun(scenario, Beats.RECIPES);
      List<Kind> seen = new ArrayList<>();
      run.trace(EnumSet.of(kind), event -> seen.add(Kind.of(event)));
      run.run();
      assertThat(seen).as("%s", kind).allMatch(one -> one == kind);
    }
  }
}
