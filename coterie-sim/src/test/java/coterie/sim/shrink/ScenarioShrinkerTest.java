package coterie.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.check.Violation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioShrinkerTest {
  private static final Violation TWO_INSIDE =
      new Violation(
          "Entries",
          "P1 entered lock at 2 while P0 was inside since 1; one is inside at a time",
          List.of());

  private static Scenario scenario(String... statements) {
    List<String> all = new ArrayList<>(List.of("protocol forgetful-lock"));
    all.addAll(List.of(statements));
    return new ScenarioReader(ForgetfulLock.RECIPES).text("file", all).scenario();
  }

  private static final Scenario LARGE =
      scenario(
          "nodes 5",
          "until 60",
          "seed 7",
          "latency uniform:1ms,9ms",
          "loss 0.01",
          "set hold 5",
          "set taste 3",
          "at 3.217 partition 0 1 | 2 3 4 for 0.4",
          "at 10.00123 call 0 acquire",
          "at 10.1 pause 4 for 1",
          "at 11.3377 crash 1 for 0.5",
          "at 11.3 crash 2 for 0.5",
          "at 11.4 crash 3 for 0.5",
          "at 12.77 call 4 acquire",
          "at 20 cut 1 - 2 for 3",
          "at 30 crash 0 for 3");

  private static boolean isObjected(Scenario scenario) {
    return Trial.of(ForgetfulLock.RECIPES).violations(scenario).stream()
        .anyMatch(TWO_INSIDE::isLike);
  }

  private static Shrunk<Scenario> shrunk(Scenario scenario, long tries) {
    return new ScenarioShrinker(ForgetfulLock.RECIPES, Effort.ofTries(tries))
        .shrink(scenario, TWO_INSIDE);
  }

  @Test
  void largeRunBecomesSmall() {
    Shrunk<Scenario> shrunk = shrunk(LARGE, 10_000);
    Scenario small = shrunk.result();
    assertThat(shrunk.isMinimal()).isTrue();
    assertThat(shrunk.tries()).isLessThan(1000);
    assertThat(small.members().size()).isEqualTo(3);
    assertThat(small.steps()).hasSize(4);
    assertThat(MessageLog.of(small, ForgetfulLock.RECIPES))
        .filteredOn(MessageLog.Fate::hasArrived)
        .as("an ask and a vote for each entry")
        .hasSizeLessThanOrEqualTo(4);
    assertThat(small.settings()).isEmpty();
    assertThat(small.setup().conditions()).allMatch(FewerMessages::isOfMessages);
    assertThat(small.setup().latency()).isInstanceOf(Latency.Constant.class);
    assertThat(small.untilNanos()).isLessThanOrEqualTo(TimeText.SECOND);
  }

  @Test
  void nothingOfTheResultCanBeRemoved() {
    Scenario small = shrunk(LARGE, 10_000).result();
    assertThat(isObjected(small)).isTrue();
    for (int i = 0; i < small.steps().size(); i++) {
      List<Step> fewer = new ArrayList<>(small.steps());
      fewer.remove(i);
      assertThat(isObjected(Variants.steps(small, fewer))).isFalse();
    }
    assertThat(FewerMessages.isExplicit(small)).isTrue();
    for (Fault condition : small.setup().conditions()) {
      if (condition instanceof Intervention.Deliver) {
        List<Fault> fewer = new ArrayList<>(small.setup().conditions());
        fewer.remove(condition);
        assertThat(isObjected(small.withSetup(small.setup().withConditions(fewer))))
            .as("without %s", condition.text())
            .isFalse();
      }
    }
    for (int i = 0; i < small.members().size(); i++) {
      assertThat(isObjected(FewerNodes.without(small, i))).isFalse();
    }
  }

  @Test
  void bestSoFarIsObjectedToWheneverTheEffortIsSpent() {
    for (long tries : List.of(0L, 5L, 60L)) {
      Shrunk<Scenario> shrunk = shrunk(LARGE, tries);
      assertThat(shrunk.tries()).isEqualTo(tries);
      assertThat(shrunk.isMinimal()).isFalse();
      assertThat(isObjected(shrunk.result())).isTrue();
    }
  }

  @Test
  void runWithRolesAndRandomFaultsNamesItsNodesInTheEnd() {
    Scenario roles =
        scenario(
            "nodes 3",
            "until 20",
            "at 2 call 0 acquire",
            "at 3 crash 1 for 0.5",
            "every 3 crash for 0.2 from 1 until 4",
            "at 3.1 crash holder for 0.5",
            "at 4 call 2 acquire",
            "at 4.2 pause holder",
            "at 5 crash 1 for 0.5",
            "at 5 crash 0 for 0.5",
            "at 6 call 1 acquire");
    Violation violation = new ScenarioShrinkerTest().violation(roles);
    Scenario small =
        new ScenarioShrinker(ForgetfulLock.RECIPES, Effort.ofTries(5000))
            .shrink(roles, violation)
            .result();
    assertThat(small.steps()).allMatch(step -> step.action().players().isEmpty());
    assertThat(small.steps()).hasSizeLessThan(9);
  }

  private Violation violation(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, ForgetfulLock.RECIPES);
    run.run();
    return run.objections().getFirst();
  }

  @Test
  void conflictNamesBothEntries() {
    Violation violation = violation(shrunk(LARGE, 10_000).result());
    assertThat(violation.conflict()).hasSize(2);
    assertThat(violation.conflict().getFirst().node()).isEqualTo(new NodeId(0));
    assertThat(violation.conflict().getFirst().atNanos())
        .isLessThan(violation.conflict().getLast().atNanos());
  }

  @Test
  void whatIsNotAlwaysWrongIsRefused() {
    ScenarioShrinker shrinker = new ScenarioShrinker(ForgetfulLock.RECIPES, Effort.ofTries(100));
    assertThatThrownBy(() -> shrinker.shrink(scenario("nodes 3", "until 5"), TWO_INSIDE))
        .hasMessage("Entries does not object to this run of forgetful-lock whenever it is run");
    Scenario moody =
        new ScenarioReader(ForgetfulLock.MOODY)
            .text(
                "file",
                List.of(
                    "protocol moody-lock",
                    "nodes 3",
                    "until 5",
                    "at 1 call 0 acquire",
                    "at 2 call 1 acquire"))
            .scenario();
    ScenarioShrinker fooled = new ScenarioShrinker(ForgetfulLock.MOODY, Effort.ofTries(100));
    assertThatThrownBy(() -> fooled.shrink(moody, TWO_INSIDE))
        .hasMessageContaining("whenever it is run");
  }

  @Test
  void chanceCannotFoolIt() {
    Objection objection =
        new Objection(
            ForgetfulLock.MOODY, Trial.of(ForgetfulLock.MOODY), TWO_INSIDE, Effort.ofTries(100));
    Scenario moody =
        new ScenarioReader(ForgetfulLock.MOODY)
            .text(
                "file",
                List.of(
                    "protocol moody-lock",
                    "nodes 3",
                    "until 5",
                    "at 1 call 0 acquire",
                    "at 2 call 1 acquire"))
            .scenario();
    for (int i = 0; i < 10; i++) {
      assertThat(objection.test(moody.withUntil(moody.untilNanos() + i))).isFalse();
    }
  }

  @Test
  void anotherReasonOfTheSameJudgeDoesNotCount() {
    Violation again =
        new Violation("Entries", "P0 asked for lock again at 2 before that had ended");
    assertThat(TWO_INSIDE.isLike(again)).isFalse();
    assertThat(
            TWO_INSIDE.isLike(
                new Violation(
                    "Entries",
                    "P3 entered b at 2.5 while P2 was inside since 1.25; one is inside at a"
                        + " time")))
        .isTrue();
    assertThat(TWO_INSIDE.isLike(new Violation("Other", TWO_INSIDE.sentence()))).isFalse();
  }
}
