package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.DetectorRecipe;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The table of all detectors on the page about judging: every run in it says what stands there. */
class DetectorTableTest extends CommandTest {
  private static final Path PAGE = Path.of("").toAbsolutePath().resolve("docs/judging.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\|.*\\| `\\./coterie (sim ([a-z-]+) [^`]*)` \\| ([^|]*) \\|$");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results().toList();
  }

  @TestFactory
  Stream<DynamicTest> runIsConsistentWithWhatTheTableSays() throws IOException {
    return rows().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(row.group(1), () -> compare(row.group(1), row.group(3))));
  }

  private static void compare(String command, String classes) {
    Ran ran = runLine(command);
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("\nConsistent with " + classes + "; eventually means");
  }

  @Test
  void everyDetectorHasARow() throws IOException {
    List<String> detectors =
        Recipes.of(DetectorTableTest.class.getClassLoader()).all().stream()
            .filter(DetectorRecipe.class::isInstance)
            .map(Recipe::name)
            .toList();
    assertThat(rows().stream().map(row -> row.group(2)).distinct())
        .containsExactlyInAnyOrderElementsOf(detectors);
  }

  /** A table that is wrong is noticed. */
  @Test
  void runThatIsNotConsistentIsNoticed() {
    Ran ran = runLine("sim heartring -n 4 --until 60 --latency 10ms --crash 3@20");
    assertThat(ran.out()).doesNotContain("\nConsistent with P, ");
  }
}
