package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An exploration passes, fails and complains as its page says. */
class ExploreTestTest {
  private static Launched run(String method) {
    return Launched.run(ExploreSamples.class, method);
  }

  @Test
  void soundProtocolPasses() {
    Launched launched = run("soundOnesTicksGrow");
    assertThat(launched.message()).isEmpty();
    assertThat(launched.entries().toString())
        .containsPattern("ticker: [0-9,]+ states, depth 6; depth 6 is reached");
  }

  @Test
  void brokenProtocolFailsWithAShortestSchedule() {
    String message = run("forgetfulOnesTicksGrow").message();
    assertThat(message)
        .startsWith("forgetful-ticker, 2 processes, found after ")
        .contains("ticks-grow: P0 ticked 1 after 1")
        .contains("  schedule manual\n", "then expire P0 next\n", "then crash P0\n")
        .contains("mvn test -Dtest='ExploreSamples#forgetfulOnesTicksGrow'");
    assertThat(message.lines().filter(line -> line.startsWith("  then ")))
        .as(message)
        .hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void variantThatIsBrokenOnPurposeHasToBeCaught() {
    assertThat(run("forgetfulOneIsCaught").message()).isEmpty();
    assertThat(run("soundOneIsCaught").message())
        .contains("no schedule shows \"ticks-grow\"; try more depth or other faults");
  }

  @Test
  void searchThatHasToBeExhaustedIsNot() {
    assertThat(run("endlessOneIsExhausted").message())
        .contains("depth 3 is reached, before all states were found");
  }

  @Test
  void groupInWhichNothingHappensIsNotTested() {
    assertThat(run("silentOneIsExplored").message())
        .contains("nothing happens by itself, so nothing was tried; give calls or faults");
  }

  @Test
  void callsAreEvents() {
    assertThat(run("callIsMade").message()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          manyNodes        | nodes = 17; a group that is explored has 1 to 16 nodes
          noDepth          | depth = 0; depth takes a whole number from 1
          negativeCrashes  | crashes = -1; crashes takes a whole number from 0
          unknownProtocol  | there is no protocol "tocker"; the
          badSetting       | "period" is not a setting; a setting is a name and a value
          unknownSetting   | there is no setting "perio"; there is period
          callOfNobody     | "7 tick" cannot be called; a call is a process from 0 to 2
          unknownCall      | no method "tock" takes 0 arguments; there is
          strangeParameter | a parameter cannot be injected; an @ExploreTest takes Explored
          """)
  void badAnnotationSaysWhatIsAllowed(String method, String sentence) {
    String message = run(method).message();
    assertThat(message)
        .startsWith("@ExploreTest of ExploreSamples." + method + ": ")
        .contains(sentence);
    assertThat(message.lines()).hasSize(1);
  }
}
