package coterie.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.manual.Choice;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {
  private static long count(Scenario schedule, Class<? extends Choice> kind) {
    return schedule.choices().stream().filter(choice -> kind.isInstance(choice.event())).count();
  }

  @Test
  void messageThatArrivesTwiceIsDoubledBefore() {
    List<String> statements =
        List.of(
            "protocol forgetful-lock",
            "nodes 2",
            "until 1.5",
            "latency 1ms",
            "duplicate 1",
            "at 0.5 call 0 acquire");
    Scenario timed = new ScenarioReader(ForgetfulLock.RECIPES).text("file", statements).scenario();
    Scenario schedule = Transcript.of(timed, ForgetfulLock.RECIPES);
    long doubled = count(schedule, Choice.Duplicate.class);
    assertThat(doubled).isPositive();
    assertThat(count(schedule, Choice.Deliver.class)).isGreaterThan(doubled);
    Scenario possible = new Rehearsal(ForgetfulLock.RECIPES).possible(schedule, schedule.choices());
    assertThat(possible.choices()).hasSameSizeAs(schedule.choices());
  }
}
