package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.scenario.Recipes;
import coterie.testkit.Rerun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** A test with many seeds passes, fails and complains as its page says. */
class SimTestTest {
  private static Launched run(String method) {
    return Launched.run(SimSamples.class, method);
  }

  @Test
  void soundProtocolPassesInOneTest() {
    Launched launched = run("soundOnesTicksGrow");
    assertThat(launched.message()).isEmpty();
    assertThat(launched.entries()).singleElement().asString().contains("ticker: 20 seeds, ");
  }

  @Test
  void brokenProtocolFailsWithAllThatIsNeeded() {
    String message = run("forgetfulOnesTicksGrow").message();
    assertThat(message)
        .startsWith("forgetful-ticker, 3 processes, seed ")
        .containsPattern("ticks-grow: P[0-2] ticked 1 after [0-9]+, at [0-9.]+")
        .containsPattern("(?m)^  at [0-9.]+ crash P0$")
        .containsPattern("(?m)^ +[0-9.]+ +P0 +Ticked number=1$")
        .containsPattern(
            "mvn test -Dtest='SimSamples#forgetfulOnesTicksGrow' -Dcoterie.seed=[0-9]+");
  }

  @Test
  void seedOfTheMessageFailsAloneInTheSameWay() {
    String message = run("forgetfulOnesTicksGrow").message();
    String seed = message.replaceAll("(?s).*-Dcoterie.seed=([0-9]+).*", "$1");
    String again =
        Launched.run(SimSamples.class, Map.of("coterie.seed", seed), "forgetfulOnesTicksGrow")
            .message();
    assertThat(again).isEqualTo(message.replaceFirst(" of 1 to 20", ""));
  }

  @Test
  void scenarioOfAFailureIsWritten(@TempDir Path folder) throws IOException {
    Map<String, String> parameters = Map.of("coterie.findings", folder.toString());
    String message = Launched.run(SimSamples.class, parameters, "forgetfulOnesTicksGrow").message();
    Path file = folder.resolve("SimSamples.forgetfulOnesTicksGrow.scenario");
    assertThat(message).contains("The scenario is in " + file);
    Recipes recipes = new Recipes(List.of(new Ticker.Forgetful()));
    String scenario = Files.readString(file);
    assertThat(scenario).startsWith("# ticks-grow: P2 ticked 1 after ");
    assertThat(Rerun.violations(scenario, recipes)).isEmpty(); // The judge is the test's own.
  }

  @Test
  void everySeedDrawsItsFaults() {
    assertThat(run("soundOneInAllFaults").message()).isEmpty();
    assertThat(run("forgetfulOneInCrashes").message())
        .contains("ticks-grow: P", "The smallest scenario that shows it", "crash P", "recover P");
  }

  @Test
  void variantThatIsBrokenOnPurposeHasToBeCaught() {
    Launched caught = run("forgetfulOneIsCaught");
    assertThat(caught.message()).isEmpty();
    assertThat(caught.entries().toString()).contains("forgetful-ticker: seed ", "ticks-grow: P");
    assertThat(run("soundOneIsCaught").message())
        .isEqualTo("ticker: none of 3 seeds shows \"ticks-grow\"; try more seeds or other faults");
  }

  @Test
  void parametersAreInjectedAnewForEverySeed() {
    assertThat(run("everythingIsInjected").message()).isEmpty();
  }

  @Test
  void assertionOfTheMethodIsToldWithItsSeed() {
    Launched launched = run("assertionFails");
    assertThat(launched.message())
        .contains(
            "forgetful-ticker, 5 processes, seed ",
            "[number of P0]",
            "The last 20 lines of its trace:");
    assertThat(launched.result().getThrowable().orElseThrow())
        .cause()
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("number of P0");
  }

  @Test
  void protocolWithoutARecipeIsJudged() {
    assertThat(run("blueprintIsRun").message())
        .startsWith(
            "forgetful, 5 processes, seed 1 of 1 to 5: ticks-grow: P1 ticked 1 after 3, at 4.5");
  }

  @Test
  void assumptionSkipsSeeds() {
    Launched some = run("assumptionSkipsASeed");
    assertThat(some.message()).isEmpty();
    assertThat(some.entries().toString()).contains("2 seeds, ", "2 seeds skipped by an assumption");
    assertThat(run("assumptionSkipsAll").result().getStatus()).isEqualTo(Status.ABORTED);
  }

  @Test
  void whatIsKeptFromSeedToSeedIsNoticed() {
    assertThat(run("fieldIsKeptFromSeedToSeed").message())
        .contains("A second run of the same seed went well: the test keeps something");
  }

  @Test
  void numberOfSeedsCanBeAskedFor() {
    Launched launched =
        Launched.run(SimSamples.class, Map.of("coterie.seeds", "7"), "soundOnesTicksGrow");
    assertThat(launched.entries().toString()).contains("ticker: 7 seeds");
    assertThat(
            Launched.run(SimSamples.class, Map.of("coterie.seed", "x"), "soundOnesTicksGrow")
                .message())
        .contains("coterie.seed=x; coterie.seed takes a whole number from 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          noSeeds          | seeds = 0; seeds takes a whole number from 1
          noNodes          | a group has 1 to 1000000 nodes, not 0
          badTime          | "soon" is not a time; a time is a number from 0
          unknownProtocol  | there is no protocol "tocker"; the
          noProtocol       | in no way; choose one of protocol, recipe and blueprint
          twoProtocols     | in more than one way; choose one of protocol, recipe and blueprint
          unknownBlueprint | no method "static Blueprint nowhere(View members)"
          badStatement     | "explode" is nothing that can happen; there is
          badCall          | tock
          badFault         | "thunder" is not a kind of fault; choose crash, partition
          badJudge         | Strange cannot be constructed; a judge is a class with a constructor
          strangeParameter | a parameter cannot be injected; a @SimTest takes Simulation, Stage
          groupOfAnything  | does not say whose group it is; write the class of the protocol
          """)
  void badAnnotationSaysWhatIsAllowed(String method, String sentence) {
    String message = run(method).message();
    assertThat(message).startsWith("@SimTest of SimSamples." + method + ": ").contains(sentence);
    assertThat(message.lines()).hasSize(1);
  }

  @Test
  void testsInParallelEndAsOneAfterTheOther() {
    Map<String, String> parallel =
        Map.of(
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "4");
    List<String> together = outcomes(Launched.run(SimSamples.class, parallel));
    assertThat(together).isEqualTo(outcomes(Launched.run(SimSamples.class))).hasSizeGreaterThan(15);
  }

  private static List<String> outcomes(Launched launched) {
    return launched.results().entrySet().stream()
        .map(
            one ->
                one.getKey()
                    + one.getValue().getStatus()
                    + one.getValue().getThrowable().map(Throwable::getMessage).orElse(""))
        .collect(Collectors.toList());
  }
}
