package coterie.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.check.Violation;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleShrinkerTest {
  private static final Violation TWO_INSIDE =
      new Violation(
          "Entries", "P1 entered lock at 2 while P0 was inside since 1; one is inside at a time");

  private static Scenario timed(String... statements) {
    List<String> all = new ArrayList<>(List.of("protocol forgetful-lock"));
    all.addAll(List.of(statements));
    return new ScenarioReader(ForgetfulLock.RECIPES).text("file", all).scenario();
  }

  /** A schedule of more than forty events. */
  private static Scenario large() {
    Scenario scenario =
        timed(
            "nodes 4",
            "until 1.5",
            "latency uniform:1ms,9ms",
            "set hold 5",
            "at 0.2 crash 3 for 0.2",
            "at 0.5 call 0 acquire",
            "at 0.6 crash 1 for 0.1",
            "at 0.6 crash 2 for 0.1",
            "at 0.6 crash 3 for 0.1",
            "at 1 call 2 acquire");
    return Transcript.of(scenario, ForgetfulLock.RECIPES);
  }

  private static boolean isObjected(Scenario scenario) {
    return Trial.of(ForgetfulLock.RECIPES).violations(scenario).stream()
        .anyMatch(TWO_INSIDE::isLike);
  }

  @Test
  void transcriptIsTheSameRun() {
    Scenario schedule = large();
    assertThat(schedule.isManual()).isTrue();
    assertThat(schedule.choices()).hasSizeGreaterThan(40);
    assertThat(isObjected(schedule)).isTrue();
  }

  @Test
  void scheduleBecomesMinimal() {
    Shrunk<Scenario> shrunk =
        new ScheduleShrinker(ForgetfulLock.RECIPES, Effort.ofTries(10_000))
            .shrink(large(), TWO_INSIDE);
    Scenario small = shrunk.result();
    assertThat(shrunk.isMinimal()).isTrue();
    assertThat(isObjected(small)).isTrue();
    assertThat(small.members().size()).isLessThan(4);
    assertThat(small.choices()).hasSizeLessThan(20);
    assertThat(small.choices()).noneMatch(Choice.At.class::isInstance);
    Rehearsal rehearsal = new Rehearsal(ForgetfulLock.RECIPES);
    for (int i = 0; i < small.choices().size(); i++) {
      List<Choice> fewer = new ArrayList<>(small.choices());
      Choice gone = fewer.remove(i);
      assertThat(isObjected(rehearsal.possible(small, fewer)))
          .as("without %s", gone.text())
          .isFalse();
    }
  }

  @Test
  void bestSoFarIsObjectedToWhenTheEffortIsSpent() {
    Shrunk<Scenario> shrunk =
        new ScheduleShrinker(ForgetfulLock.RECIPES, Effort.ofTries(10)).shrink(large(), TWO_INSIDE);
    assertThat(shrunk.isMinimal()).isFalse();
    assertThat(isObjected(shrunk.result())).isTrue();
  }

  @Test
  void impossibleEventsAreLeftOut() {
    Scenario scenario = timed("nodes 2", "schedule manual");
    Choice crash = new Choice.Inject(new Fault.Crash(new NodeId(0)));
    Choice call = new Choice.Call(new NodeId(1), "acquire", List.of());
    Scenario possible =
        new Rehearsal(ForgetfulLock.RECIPES)
            .possible(
                scenario, List.of(crash, crash, new Choice.Expire(new NodeId(0), "chat"), call));
    assertThat(possible.choices()).containsExactly(crash, call);
  }

  @Test
  void judgeThatWaitsForTimeIsGivenSome() {
    Scenario schedule = large().withUntil(0);
    Scenario small =
        new ScheduleShrinker(ForgetfulLock.RECIPES, Effort.ofTries(10_000))
            .shrink(schedule, TWO_INSIDE)
            .result();
    assertThat(isObjected(small)).isTrue();
    assertThat(small.untilNanos()).isLessThan(100 * TimeText.SECOND);
  }
}
