package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A panel for every test of a ring. */
class StepsTest extends CommandTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path WALK = ROOT.resolve("scenarios/vring-n4-walkthrough.trace");
  private static final Pattern LETTER = Pattern.compile("class=\"letter\"[^>]*>([^<]*)<");

  private String steps(String... words) throws IOException {
    Path file = folder.resolve("steps.svg");
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--steps";
    all[words.length + 1] = file.toString();
    Ran ran = run(all);
    assertThat(ran.code()).as(ran.err()).isZero();
    return Files.readString(file);
  }

  private static List<String> letters(String svg) {
    return LETTER.matcher(svg).results().map(MatchResult::group).map(StepsTest::letter).toList();
  }

  private static String letter(String element) {
    String text = element.substring(element.indexOf('>') + 1, element.length() - 1);
    return text.replace("&#39;", "'");
  }

  @Test
  void walkThroughIsThePictureOnThePage() throws IOException {
    assertThat(steps("sim", WALK.toString()))
        .isEqualTo(Files.readString(ROOT.resolve("docs/images/vring-steps.svg")));
  }

  @Test
  void everyLetteredStepOfTheDocumentHasAPanel() throws IOException {
    List<String> letters = letters(steps("sim", WALK.toString()));
    assertThat(letters).hasSize(26 + 11).startsWith("(a)", "(b)").endsWith("(j')", "(k')");
    assertThat(letters).doesNotHaveDuplicates();
  }

  /** Figure 2, step (i): P3 learns from P0 that P1 is faulty and P2 correct. */
  @Test
  void entriesAreGreenRedOrBlue() throws IOException {
    String svg = steps("sim", WALK.toString());
    String panel = svg.substring(svg.indexOf(">(i)<"), svg.indexOf(">(j)<"));
    List<String> looks =
        Pattern.compile("class=\"cell ([a-z]+)\"")
            .matcher(panel)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(looks.subList(0, 4)).containsExactly("own", "faulty", "correct", "learned");
    assertThat(looks.subList(8, 12)).containsExactly("correct", "told", "learned", "own");
    assertThat(panel).contains("learns P1 is 1", "learns P2 is 0", ">down<");
  }

  @Test
  void otherRunsGetLettersInTheOrderOfTheirTests() throws IOException {
    List<String> own = letters(steps("sim", "vring", "-n", "3", "--until", "95"));
    assertThat(own).hasSize(1 + 3 * 3).startsWith("(a)", "(b)").endsWith("(j)");
    List<String> other = letters(steps("sim", WALK.toString(), "--crash", "0@200"));
    assertThat(other).as("another run than the file's").hasSizeGreaterThan(37);
  }

  @Test
  void refusesWhatHasNoTestsOrTooManyProcesses() {
    Path file = folder.resolve("none.svg");
    Ran bully = runLine("sim bully --steps", file.toString());
    assertThat(bully.code()).isEqualTo(2);
    assertThat(bully.err()).contains("--steps takes a protocol that tests others");
    Ran many = runLine("sim vring -n 17 --steps", file.toString());
    assertThat(many.code()).isEqualTo(2);
    assertThat(many.err()).contains("--steps draws up to 16 processes, not 17");
    assertThat(file).doesNotExist();
  }

  @Test
  void saysHowManyStepsAreLeftOut() {
    Ran ran = runLine("sim vring -n 8 --until 2000 --steps", folder.resolve("x.svg").toString());
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).containsPattern("holds the first 200 steps; [0-9]+ more are left out");
  }
}
