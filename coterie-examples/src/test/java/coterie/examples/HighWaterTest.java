package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project that docs/break-your-own.md tells to copy: its tests pass, and what the page shows is
 * what its commands print and its failures say.
 */
class HighWaterTest {
  private static final Path PROJECT = Path.of("high-water").toAbsolutePath();
  private static final Path PAGE = Path.of("../docs/break-your-own.md").toAbsolutePath();
  private static final Path EXPLORE = Path.of("../docs/explore.md").toAbsolutePath();
  private static final Path FINDING = Path.of("../docs/images/hasty-finding.svg").toAbsolutePath();
  private static final Path PICTURE =
      Path.of("../docs/images/hasty-high-water.svg").toAbsolutePath();
  private static final Path FAILING = Path.of("src/test/resources/highwater").toAbsolutePath();

  /** A command of the page, a sentence, and what the command prints. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "```sh\n\\./coterie ([^\n]*)\n```\n\n[^`]*?\n\n```\n(.*?)```", Pattern.DOTALL);

  /** What a failing test says. */
  private static final Pattern MESSAGE =
      Pattern.compile("```\n(hasty-high-water, 3 processes, (?:found|seed).*?)```", Pattern.DOTALL);

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private static Path classes;
  private static CopiedProject project;

  @BeforeAll
  static void compile() throws IOException {
    List<Path> sources =
        List.of(PROJECT.resolve("src/main/java"), PROJECT.resolve("src/test/java"), FAILING);
    project = CopiedProject.compiled(PROJECT, classes, sources);
  }

  @Test
  void testsOfTheProjectPass() throws Exception {
    Map<String, String> messages = project.tests("highwater.HighWaterTest", Map.of());
    assertThat(messages).hasSize(7).allSatisfy((test, message) -> assertThat(message).isEmpty());
  }

  /** The message names files, which depend on where the tests run. */
  @Test
  void failuresAreAsThePageShows(@TempDir Path folder) throws Exception {
    Map<String, String> messages =
        project.tests("highwater.HastyTest", Map.of("coterie.findings", folder.toString()));
    List<String> shown = new ArrayList<>();
    Matcher block = MESSAGE.matcher(Files.readString(PAGE));
    while (block.find()) {
      shown.add(block.group(1));
    }
    assertThat(messages.values())
        .map(
            message ->
                message
                        .replace(folder.toString(), "target/coterie")
                        .replaceFirst("--jar \\S+", "--jar target/classes")
                    + "\n")
        .containsExactlyInAnyOrderElementsOf(shown);
  }

  @TestFactory
  List<DynamicTest> commandsPrintWhatThePageShows() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Matcher block = SHOWN.matcher(Files.readString(PAGE) + Files.readString(EXPLORE));
    while (block.find()) {
      String command = block.group(1);
      String shown = block.group(2);
      tests.add(DynamicTest.dynamicTest(command, () -> assertThat(run(command)).isEqualTo(shown)));
    }
    assertThat(tests).isNotEmpty();
    return tests;
  }

  @Test
  void pictureIsOfTheCounterexample(@TempDir Path folder) throws IOException {
    Path drawn = folder.resolve("hasty-high-water.svg");
    run("sim --jar ../high-water/out ../high-water/traces/hasty.trace --svg " + drawn);
    compare(drawn, PICTURE);
  }

  @Test
  void searchLeavesThePictureOfItsPath(@TempDir Path folder) throws IOException {
    run(
        "explore --jar ../high-water/out hasty-high-water -n 3 --call 'P0 raise 5' --call 'P1 read'"
            + " --call 'P2 read' --threads 1 --folder "
            + folder);
    compare(folder.resolve("finding.svg"), FINDING);
  }

  private static void compare(Path drawn, Path shown) throws IOException {
    if ("write".equals(System.getProperty("coterie.pictures"))) {
      Files.copy(drawn, shown, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(drawn).hasSameTextualContentAs(shown);
  }

  @Test
  void projectNamesTheVersionOfThisBuild() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>0.1.0-SNAPSHOT</version>");
    assertThat(Files.readString(PROJECT.resolve("pom.xml")))
        .contains("<coterie.version>0.1.0-SNAPSHOT</coterie.version>");
  }

  /** Runs a command of the page, where the project was copied beside Coterie. */
  private static String run(String command) {
    String here =
        command
            .replace("../high-water/out", classes.toString())
            .replace("../high-water/", PROJECT + "/")
            .replace("--svg hasty.svg", "--svg " + classes.resolve("hasty.svg"));
    String[] words =
        WORD.matcher(here)
            .results()
            .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    Main.run(new PrintWriter(out), new PrintWriter(new StringWriter()), words);
    return out.toString();
  }
}
