package coterie.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.check.Judge;
import coterie.sim.check.detect.SuspicionHistory;
import coterie.sim.scenario.Judges;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a protocol offers decides by which judges its runs are judged. */
class JudgesTest {
  private static final Recipes RECIPES = Recipes.of(JudgesTest.class.getClassLoader());

  private static ScenarioRun started(String... statements) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    ScenarioRun run = new ScenarioRun(reader.text("test", List.of(statements)).scenario(), RECIPES);
    run.start();
    return run;
  }

  private static String names(List<Judge> judges) {
    return judges.stream()
        .map(judge -> judge.getClass().getSimpleName())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "bully, Elections, ''",
    "raft, Elections, ''",
    "lamport, Entries, ''",
    "lease, Entries, ''",
    "documents, Copies Causality, ''",
    "clocks, Causality, ''",
    "register, Linearizability, ''",
    "vring, '', Diagnosis",
    "phi, '', ''",
  })
  void protocolSaysWhichJudgesApply(String protocol, String ofRecipe, String ofStack) {
    Judges judges = started("protocol " + protocol).judges();
    assertThat(names(judges.ofRecipe())).isEqualTo(ofRecipe);
    assertThat(names(judges.ofStack())).isEqualTo(ofStack);
    assertThat(judges.appointed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"phi, true", "vring, true", "swim, true", "bully, false", "lease, false"})
  void detectorsAreJudgedAsSuchOnDemand(String protocol, boolean isDetector) {
    ScenarioRun run = started("protocol " + protocol);
    assertThat(run.judge(SuspicionHistory.class)).isEmpty();
    assertThat(run.judges().appoint(SuspicionHistory::of).isPresent()).isEqualTo(isDetector);
    assertThat(run.judge(SuspicionHistory.class).isPresent()).isEqualTo(isDetector);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bully", "ring"})
  void protocolBelowBringsItsOwnJudge(String protocol) {
    ScenarioRun run = started("protocol " + protocol, "set detector vring");
    assertThat(names(run.judges().ofStack())).isEqualTo("Diagnosis");
  }
}
