package coterie.detect.vring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the document of VRing publishes: the numbers of three runs, the vectors of one. */
class VRingPublishedTest {
  private static final Recipes RECIPES = Recipes.of(VRingPublishedTest.class.getClassLoader());

  private static ScenarioRun run(int nodes, String until, String events) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    reader.statement("", "protocol vring").statement("", "nodes " + nodes);
    reader.statement("", "until " + until);
    for (String event : events.split(", ")) {
      String[] words = event.split("[ @]");
      reader.statement("", "at %s %s %s".formatted(words[2], words[0], words[1]));
    }
    Scenario scenario = reader.scenario();
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    run.run();
    return run;
  }

  /** An event is published as tests/rounds@instant of diagnosis. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | 152 | crash 1@40, crash 2@89, recover 2@91, recover 1@130"
            + " | 3/1@60, 2/1@90, 2/1@120, 2/1@151",
        "4 | 331 | crash 1@31, crash 2@91, crash 3@121, recover 1@181, recover 2@241, recover"
            + " 3@301 | 7/2@90, 4/1@120, 3/1@150, 1/1@210, 2/1@270, 3/1@330",
        "6 | 512 | crash 1@31, crash 2@151, recover 2@241, crash 4@331, recover 4@391, recover"
            + " 1@451 | 21/4@150, 16/3@240, 15/3@330, 12/2@390, 11/2@450, 14/3@511",
      })
  void publishedNumbersComeOutExactly(int nodes, String until, String events, String published) {
    List<Diagnosed> found = run(nodes, until, events).judge(Diagnosis.class).orElseThrow().events();
    List<String> numbers = new ArrayList<>();
    for (Diagnosed one : found) {
      long at = Objects.requireNonNull(one.diagnosedAtNanos());
      numbers.add("%d/%d@%s".formatted(one.tests(), one.rounds(), TimeText.format(at)));
      assertThat(one.latencyNanos()).isEqualTo(at - one.atNanos());
    }
    assertThat(String.join(", ", numbers)).isEqualTo(published);
    assertThat(found.stream().map(VRingPublishedTest::text).toList())
        .isEqualTo(List.of(events.split(", ")));
  }

  private static String text(Diagnosed one) {
    String at = TimeText.format(one.atNanos());
    return "%s %d@%s".formatted(one.event(), one.node().value(), at);
  }

  @Test
  void vectorsOfFourProcessesEndAsPublished() {
    ScenarioRun run =
        run(
            4,
            "331",
            "crash 1@31, crash 2@91, crash 3@121, recover 1@181, recover 2@241, recover 3@301");
    List<String> vectors = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      VRing ring = run.stage().protocol(new NodeId(i), VRing.class);
      vectors.add(ring.state().state().toString());
    }
    assertThat(vectors)
        .containsExactly("[0, 2, 2, 2]", "[0, 0, 2, 2]", "[0, 2, 0, 2]", "[0, 2, 2, 0]");
  }

  /** A lettered step of the walk-through: the tester, the tested, the tester's vector after it. */
  private record Lettered(String letter, int tester, int tested, String vector) {}

  private static final List<Lettered> WALK =
      List.of(
          new Lettered("b", 0, 1, "0 0 -1 -1"),
          new Lettered("c", 1, 2, "-1 0 0 -1"),
          new Lettered("d", 2, 3, "-1 -1 0 0"),
          new Lettered("e", 3, 0, "0 0 -1 0"),
          new Lettered("f", 0, 1, "0 1 -1 -1"),
          new Lettered("g", 0, 2, "0 1 0 0"),
          new Lettered("h", 2, 3, "0 0 0 0"),
          new Lettered("i", 3, 0, "0 1 0 0"),
          new Lettered("j", 0, 1, "0 1 0 0"),
          new Lettered("k", 0, 2, "0 1 0 0"),
          new Lettered("l", 2, 3, "0 1 0 0"),
          new Lettered("m", 0, 1, "0 1 0 0"),
          new Lettered("n", 0, 2, "0 1 1 0"),
          new Lettered("o", 0, 3, "0 1 1 0"),
          new Lettered("p", 3, 0, "0 1 1 0"),
          new Lettered("q", 0, 1, "0 1 1 0"),
          new Lettered("r", 0, 2, "0 1 1 0"),
          new Lettered("s", 0, 3, "0 1 1 1"),
          new Lettered("t", 0, 1, "0 2 1 1"),
          new Lettered("u", 1, 2, "-1 0 1 -1"),
          new Lettered("v", 1, 3, "-1 0 1 1"),
          new Lettered("w", 1, 0, "0 0 1 1"),
          new Lettered("x", 0, 1, "0 2 1 1"),
          new Lettered("y", 1, 2, "0 0 2 1"),
          new Lettered("z", 2, 3, "-1 -1 0 1"),
          new Lettered("a'", 2, 0, "0 2 0 1"),
          new Lettered("b'", 0, 1, "0 2 2 1"),
          new Lettered("c'", 0, 1, "0 2 2 1"),
          new Lettered("d'", 1, 2, "0 0 2 1"),
          new Lettered("e'", 2, 3, "0 2 0 2"),
          new Lettered("f'", 3, 0, "0 2 2 0"),
          new Lettered("g'", 0, 1, "0 2 2 1"),
          new Lettered("h'", 1, 2, "0 0 2 2"),
          new Lettered("i'", 2, 3, "0 2 0 2"),
          new Lettered("j'", 3, 0, "0 2 2 0"),
          new Lettered("k'", 0, 1, "0 2 2 2"));

  @Test
  void goldenTraceHasEveryLetteredStepOfTheWalkThrough() throws IOException {
    List<String> lines =
        Files.readAllLines(Path.of("..", "scenarios", "vring-n4-walkthrough.trace"));
    assertThat(lettered(lines)).isEqualTo(WALK);
  }

  /** Every comment "# (x)" but (a), with the test below it and the next vector of its tester. */
  private static List<Lettered> lettered(List<String> lines) {
    Pattern comment = Pattern.compile("# \\(([a-z]'?)\\)");
    Pattern test = Pattern.compile(" +[0-9.]+ +P(\\d) +Tested who=P(\\d) .*");
    List<Lettered> steps = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher letter = comment.matcher(lines.get(i));
      if (!letter.matches() || letter.group(1).equals("a")) {
        continue;
      }
      Matcher tested = test.matcher(lines.get(i + 1));
      assertThat(tested.matches()).as("a test below %s", lines.get(i)).isTrue();
      String vector = vector(lines.subList(i + 1, lines.size()), tested.group(1));
      int tester = Integer.parseInt(tested.group(1));
      steps.add(new Lettered(letter.group(1), tester, Integer.parseInt(tested.group(2)), vector));
    }
    return steps;
  }

  private static String vector(List<String> lines, String tester) {
    Pattern knows = Pattern.compile(" +[0-9.]+ +P" + tester + " +knows state=\\[(.*)\\]");
    return lines.stream()
        .map(knows::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElse("");
  }
}
