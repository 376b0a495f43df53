package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.detect.Theory.NfdS;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.statistics.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measured figures of NFD-S against their closed form. */
class NfdTest {
  private static final int SEEDS = 20;
  private static final int MEMBERS = 4;
  private static final Path PAGE = Path.of("..", "docs", "judging.md");
  private static final View VIEW = View.numbered(0, MEMBERS);

  private static String text(Estimate estimate, int digits) {
    String form = "%%.%df ± %%.%df".formatted(digits, digits);
    return form.formatted(estimate.value(), estimate.halfWidth());
  }

  /** Twice the 95 % interval: about four standard errors, which chance hardly ever leaves. */
  private static void close(Estimate measured, double expected, String what) {
    assertThat(measured.value())
        .as("%s: %s, expected %s", what, measured, expected)
        .isCloseTo(expected, within(2 * measured.halfWidth()));
  }

  private static Simulation simulation(NfdS theory, long seed) {
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(new Latency.Exponential(theory.meanNanos()))
            .withConditions(List.of(new Fault.Loss(theory.loss())));
    return new Simulation(
        VIEW, Nfd.blueprint(VIEW, theory.periodNanos(), theory.shiftNanos()), setup);
  }

  private static Summary quiet(NfdS theory, long lengthNanos) {
    Summary summary = new Summary();
    for (int seed = 0; seed < SEEDS; seed++) {
      Simulation simulation = simulation(theory, seed);
      SuspicionHistory suspicions = new SuspicionHistory(simulation, Verdict.SUSPECTED);
      simulation.runUntil(lengthNanos);
      summary.add(seed, suspicions.quality());
    }
    return summary;
  }

  private static NfdS theory(String period, String shift, double loss, String mean) {
    return new NfdS(TimeText.parse(period), TimeText.parse(shift), loss, TimeText.parse(mean));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 0,    0.2",
    "1, 1,   0.01, 0.2",
    "1, 1.5, 0.1,  0.3",
    "1, 2,   0.2,  0.1",
    "1, 0.8, 0.05, 1.5",
    "1, 2.5, 0.3,  1",
  })
  void mistakesComeAsOftenAndLastAsLongAsTheoryExpects(
      String period, String shift, double loss, String mean) throws IOException {
    NfdS theory = theory(period, shift, loss, mean);
    Summary measured = quiet(theory, TimeText.parse("1000"));
    close(measured.figure(Figure.RECURRENCE), theory.recurrenceSeconds(), "T_MR");
    close(measured.figure(Figure.DURATION), theory.durationSeconds(), "T_M");
    close(
        measured.figure(Figure.GOOD_PERIOD),
        theory.recurrenceSeconds() - theory.durationSeconds(),
        "T_G");
    close(measured.figure(Figure.ACCURACY), theory.accuracy(), "P_A");
    assertThat(measured.figure(Figure.MESSAGES).value()).isEqualTo(MEMBERS - 1);
    assertThat(Files.readString(PAGE))
        .contains(
            "| %s | %s | %s | %s | %.2f | %s | %.4f | %s | %.5f | %s |"
                .formatted(
                    period,
                    shift,
                    TimeText.format(Math.round(loss * TimeText.SECOND)),
                    mean,
                    theory.recurrenceSeconds(),
                    text(measured.figure(Figure.RECURRENCE), 2),
                    theory.durationSeconds(),
                    text(measured.figure(Figure.DURATION), 4),
                    theory.accuracy(),
                    text(measured.figure(Figure.ACCURACY), 5)));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, 0, 0.2", "1, 2, 0.2, 0.1", "1, 0.8, 0.05, 1.5", "1, 2.5, 0.3, 1"})
  void detectionTakesAsLongAsTheoryExpectsAndNeverLonger(
      String period, String shift, double loss, String mean) {
    NfdS theory = theory(period, shift, loss, mean);
    Summary summary = new Summary();
    for (int seed = 0; seed < 400; seed++) {
      Simulation simulation = simulation(theory, seed);
      SuspicionHistory suspicions = new SuspicionHistory(simulation, Verdict.SUSPECTED);
      long crash = TimeText.parse("20") + new SeededRandom(seed, 1).below(theory.periodNanos());
      simulation.at(crash, new Fault.Crash(new NodeId(seed % MEMBERS)));
      simulation.runUntil(TimeText.parse("30"));
      Quality quality = suspicions.quality();
      assertThat(quality.undetected()).isZero();
      assertThat((double) quality.detection().max() / TimeText.SECOND)
          .isLessThanOrEqualTo(theory.detectionMaxSeconds());
      summary.add(seed, quality);
    }
    close(summary.figure(Figure.DETECTION_MEAN), theory.detectionSeconds(), "T_D");
  }

  /** The comparison has teeth: a shift that is off by a tenth is told from the right one. */
  @Test
  void detectorWithAnotherShiftIsToldFromTheory() {
    Summary measured = quiet(theory("1", "1.1", 0.1, "0.3"), TimeText.parse("1000"));
    NfdS theory = theory("1", "1", 0.1, "0.3");
    for (Figure figure : List.of(Figure.RECURRENCE, Figure.DURATION, Figure.ACCURACY)) {
      Estimate estimate = measured.figure(figure);
      double expected =
          switch (figure) {
            case RECURRENCE -> theory.recurrenceSeconds();
            case DURATION -> theory.durationSeconds();
            default -> theory.accuracy();
          };
      assertThat(Math.abs(estimate.value() - expected))
          .as("%s: %s, expected %s", figure, estimate, expected)
          .isGreaterThan(2 * estimate.halfWidth());
    }
  }

  @Test
  void withoutLossAndWithHardlyAnyDelayThereAreNoMistakes() {
    NfdS theory = theory("1", "1", 0, "0.01");
    assertThat(theory.accuracy()).isCloseTo(1, within(1e-12));
    assertThat(theory.recurrenceSeconds()).isGreaterThan(1e40);
    assertThat(theory.detectionSeconds()).isCloseTo(1.5, within(1e-9));
    assertThat(theory.detectionMaxSeconds()).isEqualTo(2);
  }

  @Test
  void withLossAloneTheFormulaIsThatOfTrials() {
    // A shift of half a period leaves one beat per look: each lost one is a mistake of a period,
    // less the half period until the next beat may come, and rows of lost ones are one mistake.
    NfdS theory = theory("1", "0.5", 0.2, "0.000001");
    assertThat(theory.recurrenceSeconds()).isCloseTo(1 / (0.8 * 0.2), within(1e-3));
    assertThat(theory.accuracy()).isCloseTo(1 - (0.2 * 0.5 + 0.04 * 0.5), within(1e-3));
    assertThat(theory.detectionSeconds()).isCloseTo(0.8 * 1 + 0.16 * 0.125, within(1e-3));
  }
}
