package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.TimeText;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.lab.tune.KnobGrid;
import coterie.lab.tune.Tuning;
import coterie.lab.tune.Tuning.Answer;
import coterie.lab.tune.Tuning.Verdict;
import coterie.lab.tune.Tuning.Wish;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.DetectorRecipe.Knob;
import coterie.sim.check.detect.Figure;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuneTest extends CommandTest {
  private static final String SMALL =
      "tune pulse --nodes 4 --loss 0 --seeds 4 --until 2m --crash-rate 60 ";

  /**
   * A detector whose figures are known: it detects within its timeout, is mistaken ten times as
   * rarely with every second of it, and sends as often as its period says.
   */
  private static final class Theory implements Tuning.Runner {
    private final List<Trial<Contestant>> proofs = new ArrayList<>();
    private final double longHours;

    Theory(double longHours) {
      this.longHours = longHours;
    }

    @Override
    public List<DetectorOutcome> runShort(List<Trial<Contestant>> trials) {
      return trials.stream().map(trial -> outcome(trial, 1)).toList();
    }

    @Override
    public DetectorOutcome runLong(Trial<Contestant> trial) {
      proofs.add(trial);
      return outcome(trial, longHours);
    }

    @Override
    public double longHours() {
      return longHours;
    }

    private static DetectorOutcome outcome(Trial<Contestant> trial, double hours) {
      double timeout = seconds(trial.entrant().value("timeout"));
      double period = seconds(trial.entrant().value("period"));
      double rate = StrictMath.pow(10, 2 - timeout / period);
      Estimate mistakes = new Estimate(rate, rate * 0.9, rate * 1.1, 10);
      double bytes = 20 / period;
      return new DetectorOutcome(
          Map.of(
              Figure.MISTAKES_PER_MEMBER_HOUR,
              mistakes,
              Figure.BYTES,
              new Estimate(bytes, bytes, bytes, 10)),
          100,
          (long) Math.ceil(rate * hours),
          hours,
          timeout / 2,
          timeout,
          timeout);
    }

    private static double seconds(String text) {
      return (double) TimeText.parse(text) / TimeText.SECOND;
    }
  }

  private static Contestant pulse() {
    DetectorRecipe recipe = (DetectorRecipe) Pulse.RECIPES.named("pulse");
    return new Contestant(recipe, new TreeMap<>(recipe.laboratory()));
  }

  private static Answer search(Wish wish, Theory theory) {
    return new Tuning(wish, 4, 0, theory).search(pulse(), Set.of());
  }

  @Test
  void cheapestSettingThatMeetsTheWishIsFound() {
    Theory theory = new Theory(1e6);
    // Of the grid, timeouts of five periods or more are careful enough: 5 s and 1 s, at the most.
    Answer answer = search(new Wish(5, 24 * 0.0011), theory);
    assertThat(answer.verdict()).isEqualTo(Verdict.MET);
    assertThat(answer.setting().value("period")).isEqualTo("1");
    assertThat(answer.setting().value("timeout")).isEqualTo("5s");
    assertThat(answer.contradictory()).as("timeout below period").isPositive();
  }

  @Test
  void searchGoesOnBetweenTheGridPoints() {
    // Three periods are enough, and of periods up to 1.66 s there are only 1 s and, between, 1.4 s.
    Answer answer = search(new Wish(5, 24 * 0.11), new Theory(1e6));
    assertThat(answer.setting().value("period")).isEqualTo("1.4");
    assertThat(answer.verdict()).isEqualTo(Verdict.MET);
  }

  @Test
  void tooLittleSimulatedTimeIsNoProof() {
    Theory theory = new Theory(10);
    Answer answer = search(new Wish(5, 24 * 0.0011), theory);
    assertThat(answer.verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(answer.outcome().mistakesPerHourAtMost()).isGreaterThanOrEqualTo(0.3);
  }

  @Test
  void nearestMissesByTheSmallestFactor() {
    Theory theory = new Theory(1e6);
    Answer answer = search(new Wish(0.5, 24 * 0.0001), theory);
    assertThat(answer.verdict()).isEqualTo(Verdict.NEAREST);
    assertThat(theory.proofs).as("nothing was worth a proof").isEmpty();
    Wish wish = new Wish(0.5, 24 * 0.0001);
    assertThat(answer.screened().values())
        .allMatch(other -> wish.miss(other) >= wish.miss(answer.outcome()));
  }

  @Test
  void largeGridStartsWithEverySecondValueOfTheLongestKnob() {
    List<Knob> knobs =
        List.of(
            new Knob("timeout", List.of("1", "2", "3", "4", "5", "6", "7", "8")),
            new Knob("period", List.of("1", "2", "3", "4")),
            new Knob("pause", List.of("1", "2", "3", "4")));
    List<Contestant> settings = new KnobGrid(knobs).settings(pulse());
    assertThat(settings).hasSize(64).doesNotHaveDuplicates();
    assertThat(settings.stream().map(one -> one.value("timeout")).distinct())
        .containsExactly("1", "3", "5", "7");
  }

  @Test
  void fixedSettingsStayAsTheyAre() {
    Contestant from = pulse().with("period", "2");
    Answer answer =
        new Tuning(new Wish(5, 1000), 4, 0, new Theory(1e6)).search(from, Set.of("period"));
    assertThat(answer.screened().keySet()).allMatch(one -> one.value("period").equals("2"));
  }

  @Test
  void answerNamesTheFlagsToUse() {
    Ran ran = runLine(Pulse.RECIPES, SMALL + "--detect-within 6s --mistakes-per-day 500");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().getFirst())
        .isEqualTo("This setting of pulse meets the targets at the least traffic:");
    assertThat(ran.lines().get(1)).matches("  --period [0-9.]+(ms|s)? --timeout [0-9.]+(ms|s)?");
    assertThat(ran.out()).contains("See it: ./coterie sim pulse -n 4 --seed 1 ");
  }

  @Test
  void wishThatCannotBeMetGetsTheNearest() {
    Ran ran = runLine(Pulse.RECIPES, SMALL + "--detect-within 100ms --json --threads 2");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("\"detector\":\"pulse\",\"verdict\":\"nearest\",\"detectWithin\":0.1,")
        .contains("\"flags\":\"--period ", "\"tried\":[{\"settings\":{", "\"proven\":[]");
    assertThat(runLine(Pulse.RECIPES, SMALL + "--detect-within 100ms --json --threads 1").out())
        .isEqualTo(ran.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tune | tune takes a detector: blind, nervous, pulse",
        "tune nope | there is no detector \"nope\"; choose blind, nervous, pulse",
        "tune pulse --detect-within 0 | a time above 0",
        "tune pulse --detect-within soon | a time above 0",
        "tune pulse --mistakes-per-day 0 | a number above 0",
        "tune pulse --mistakes-per-day -1 | a number above 0",
        "tune pulse --effort 0 | a number above 0",
        "tune pulse --nodes 1 | a whole number from 2 to 10000",
        "tune pulse --loss 2 | a probability from 0 to 1",
        "tune pulse --seeds 0 | a whole number from 1",
        "tune pulse --crash-rate 0 | without a crash no detection time",
        "tune pulse --latency soon | choose instant, DURATION",
        "tune pulse --set pulse.period=1h | timeout must not be below period",
        "tune pulse --set blind.period=1 | \"blind\" does not take part",
      })
  void badFlagIsOneSentence(String line, String allowed) {
    refused(runLine(Pulse.RECIPES, line), allowed);
  }
}
