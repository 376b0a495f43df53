package coterie.lab.session.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import coterie.lab.compare.Comparison;
import coterie.lab.compare.ComparisonRequest;
import coterie.lab.flag.Given;
import coterie.protocols.Protocols;
import coterie.sim.check.elect.Elections;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.statistics.Estimate;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionComparisonsTest {
  private static final Recipes RECIPES = new Recipes(new Protocols().recipes());
  private static final String DETECTORS =
      """
      entrant phi threshold=4
      entrant swim
      loss 0.1
      until 60s
      seeds 4
      vary nodes 3 6
      """;
  private static final String ELECTIONS =
      """
      entrant bully
      entrant raft
      nodes 5
      loss 0.02
      seeds 3
      vary knob
      """;

  private final SessionComparisons session = new SessionComparisons(RECIPES);

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }

  private Map<?, ?> ask(String line, String body) {
    return (Map<?, ?>) session.answer(words(line), body);
  }

  private List<Map<?, ?>> run(String kind, String plan, int piece) {
    Map<?, ?> head = ask("compare " + kind, plan);
    List<Map<?, ?>> rows = new ArrayList<>(rows(head));
    boolean isOver = false;
    while (!isOver) {
      Map<?, ?> part = ask("compare-advance %s %d".formatted(head.get("comparison"), piece), "");
      ((Map<?, ?>) part.get("rows"))
          .forEach((at, row) -> rows.set(Integer.parseInt((String) at), (Map<?, ?>) row));
      isOver = part.get("done").equals(part.get("of"));
    }
    ask("compare-close " + head.get("comparison"), "");
    return rows;
  }

  private static List<Map<?, ?>> rows(Map<?, ?> head) {
    List<Map<?, ?>> rows = new ArrayList<>();
    ((List<?>) head.get("rows")).forEach(row -> rows.add((Map<?, ?>) row));
    return rows;
  }

  private static List<?> figure(Map<?, ?> row, String key) {
    return (List<?>) ((Map<?, ?>) row.get("figures")).get(key);
  }

  private static Comparison<?, ?> command(String... flags) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (int i = 0; i < flags.length; i += 2) {
      given.put(flags[i], List.of(flags[i + 1].split(" ")));
    }
    return new ComparisonRequest(new Given(given, Map.of()), RECIPES)
        .runForPage(new PrintWriter(Writer.nullWriter()));
  }

  private static Comparison<?, ?> detectorsByCommand() {
    return command(
        "--detectors",
        "phi swim",
        "--nodes",
        "3 6",
        "--loss",
        "0.1",
        "--latency",
        "lognormal:20ms,0.5",
        "--crash-rate",
        "60",
        "--down",
        "20s",
        "--pauses",
        "0",
        "--until",
        "60s",
        "--seed",
        "1",
        "--seeds",
        "4",
        "--set",
        "phi.threshold=4",
        "--threads",
        "2");
  }

  @Test
  void figuresAreThoseOfTheCommand() {
    List<?> byCommand = (List<?>) detectorsByCommand().json().get("rows");
    List<Map<?, ?>> rows = run("detectors", DETECTORS, 3);
    assertThat(rows).hasSize(4).hasSameSizeAs(byCommand);
    for (int i = 0; i < rows.size(); i++) {
      Map<?, ?> other = (Map<?, ?>) byCommand.get(i);
      assertThat(figure(rows.get(i), "detectionReachMedian").getFirst())
          .isEqualTo(other.get("detectionReachMedian"));
      Map<?, ?> messages = (Map<?, ?>) other.get("messagesPerMemberSecond");
      assertThat(figure(rows.get(i), "messagesPerMemberSecond"))
          .isEqualTo(
              Arrays.asList(messages.get("value"), messages.get("low"), messages.get("high")));
    }
  }

  /** The page of the command has the same rows in front of its curves. */
  @Test
  void pageOfTheCommandHasTheSameRows() {
    Map<String, ?> data = detectorsByCommand().data();
    List<Map<?, ?>> page = rows(data);
    List<Map<?, ?>> rows = run("detectors", DETECTORS, 5);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(page.get(i).get("entrant")).isEqualTo(rows.get(i).get("entrant"));
      assertThat(page.get(i).get("scenario")).isEqualTo(rows.get(i).get("scenario"));
      assertThat(figure(page.get(i), "mistakesPerMemberHour"))
          .isEqualTo(figure(rows.get(i), "mistakesPerMemberHour"));
      assertThat((List<?>) page.get(i).get("seeds")).hasSize(4);
    }
    assertThat(page.size()).isGreaterThan(rows.size());
    assertThat((List<?>) data.get("figures")).hasSize(9);
  }

  @Test
  void piecesOfAnySizeComeToTheSame() {
    assertThat(run("elections", ELECTIONS, 1)).isEqualTo(run("elections", ELECTIONS, 1000));
  }

  /** What a chart opens is the run that it shows, with the crashes that were chosen in it. */
  @Test
  void textOfARunIsThatRun() {
    for (Map<?, ?> row : run("elections", ELECTIONS, 10)) {
      List<?> run = (List<?>) ((List<?>) row.get("seeds")).get(1);
      String text = ((String) row.get("scenario")).replace("{seed}", run.get(0).toString());
      List<String> lines = Arrays.asList((text + run.get(2)).split("\n"));
      Scenario scenario = new ScenarioReader(RECIPES).text("text", lines).scenario();
      ScenarioRun again = new ScenarioRun(scenario, RECIPES);
      Elections judge = again.judge(Elections.class).orElseThrow();
      again.run();
      double share = 100.0 * judge.leaderlessNanos() / scenario.untilNanos();
      assertThat((Double) run.get(7)).isCloseTo(share, within(1e-9));
    }
  }

  @Test
  void knobsMoveOneSettingOfEachEntrant() {
    List<Map<?, ?>> rows = run("elections", ELECTIONS, 1000);
    assertThat(rows.stream().map(row -> String.valueOf(row.get("text"))))
        .contains("silence 150ms", "silence 1.2s", "timeout-max 600ms")
        .doesNotContain("timeout-max 75ms"); // It would be below timeout-min.
  }

  @Test
  void kindsNameEverythingThatCanBeCompared() {
    List<?> kinds = (List<?>) session.answer(List.of("compare-kinds"), "");
    assertThat(kinds.stream().map(kind -> String.valueOf(((Map<?, ?>) kind).get("kind"))))
        .containsExactly("detectors", "elections", "locks");
    assertThat(kinds).allSatisfy(kind -> assertThat(kind.toString()).contains("knob"));
  }

  @Test
  void infinityAndTheUnknownAreToldApart() {
    assertThat(ChartFigure.plain(Double.POSITIVE_INFINITY)).isEqualTo("never");
    assertThat(ChartFigure.plain(Double.NaN)).isNull();
    assertThat(ChartFigure.plain(new Estimate(2, 1, 3, 4).value())).isEqualTo(2.0);
  }

  @Test
  void oneSessionHasFewComparisonsOpen() {
    for (int i = 0; i < 4; i++) {
      ask("compare detectors", DETECTORS);
    }
    assertThatThrownBy(() -> ask("compare detectors", DETECTORS))
        .hasMessage("4 comparisons are open already; close one first");
    ask("compare-close 2", "");
    assertThat(ask("compare detectors", DETECTORS).get("comparison")).isEqualTo(5);
    assertThatThrownBy(() -> ask("compare-advance 2 1", "")).hasMessage("comparison 2 is not open");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "detectors | loss 0.1 | nothing is compared; choose at least one protocol",
        "clocks | entrant phi | unknown kind \"clocks\"; choose detectors, elections or locks",
        "detectors | entrant bully | bully is not a detector",
        "detectors | entrant phi;loss 5 | loss 5: takes a probability from 0 to 1",
        "detectors | entrant phi;color red | unknown condition \"color\"",
        "detectors | entrant phi threshold | phi: a setting is written NAME=VALUE",
        "detectors | entrant phi;entrant phi | phi takes part twice",
        "detectors | entrant phi;nodes 101 | 101 processes are too many for the page",
        "detectors | entrant phi;nodes 100;until 600s | a run of 100 processes is too long",
        "detectors | entrant phi;seeds 1001 | 1001 seeds are too many for the page",
        "detectors | entrant phi;vary colour red | colour cannot be varied",
        "elections | entrant raft;vary think 1 | think cannot be varied",
        "elections | entrant raft;vary nodes | nodes is varied over no values",
        "elections | entrant raft;crash nobody | crash nobody: choose leader or follower",
        "locks | entrant lamport;loss | loss has no value",
      })
  void mistakesGetASentence(String kind, String plan, String sentence) {
    assertThatThrownBy(() -> ask("compare " + kind, plan.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(sentence);
  }
}
