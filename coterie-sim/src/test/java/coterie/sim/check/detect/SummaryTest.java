package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import coterie.sim.SeededRandom;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SummaryTest {
  /** Two processes for 100 s; one mistake of that length at 10 s; a crash seen after a while. */
  private static Quality run(double mistake, double detection) {
    return new Opinions(2, Verdict.SUSPECTED)
        .at(10)
        .suspect(0, 1)
        .at(10 + mistake)
        .trust(0, 1)
        .at(80)
        .crash(1)
        .at(80 + detection)
        .suspect(0, 1)
        .at(100)
        .quality();
  }

  private static Quality random(long seed) {
    SeededRandom random = new SeededRandom(seed, 5);
    return run(1 + random.below(1000) / 100.0, 1 + random.below(1000) / 100.0).withBytes(seed);
  }

  @Test
  void meansHaveTheIntervalOfStudent() {
    Summary summary = new Summary();
    summary.add(1, run(1, 2));
    summary.add(2, run(2, 4));
    summary.add(3, run(6, 9));
    Estimate mean = summary.figure(Figure.DURATION);
    // 1, 2, 6: mean 3, standard error sqrt(7/3), t of two degrees 4.302653.
    assertThat(mean.value()).isEqualTo(3);
    assertThat(mean.high()).isCloseTo(3 + 4.302653 * Math.sqrt(7.0 / 3), within(1e-5));
    assertThat(mean.low()).as("a duration is not negative").isZero();
    assertThat(mean.runs()).isEqualTo(3);
    assertThat(summary.figure(Figure.DETECTION_MEAN).value()).isEqualTo(5);
    assertThat(summary.figure(Figure.DETECTION_MEDIAN).value()).isEqualTo(4);
    assertThat(summary.figure(Figure.DETECTION_P99).value()).isEqualTo(9);
    assertThat(summary.figure(Figure.KNOWN_MEDIAN).value()).isEqualTo(4);
    assertThat(summary.figure(Figure.DETECTED).value()).isEqualTo(1);
    assertThat(summary.figure(Figure.ACCURACY).value()).isEqualTo(1 - 9 / 480.0);
    assertThat(summary.figure(Figure.MISTAKES_PER_PAIR_HOUR).value()).isEqualTo(22.5);
    assertThat(summary.figure(Figure.RECURRENCE).value()).isEqualTo(160);
    assertThat(summary.figure(Figure.TRUST_MEDIAN).isKnown()).isFalse();
    assertThat(summary.figure(Figure.BYTES).isKnown()).isFalse();
  }

  @Test
  void oneRunHasNoInterval() {
    Summary summary = new Summary();
    summary.add(1, run(1, 2));
    for (Figure figure : List.of(Figure.DURATION, Figure.DETECTION_MEDIAN)) {
      assertThat(summary.figure(figure).isKnown()).isTrue();
      assertThat(summary.figure(figure).low()).isNaN();
    }
  }

  @Test
  void emptySummaryKnowsNothing() {
    for (Figure figure : Figure.values()) {
      assertThat(new Summary().figure(figure).isKnown()).as("%s", figure).isFalse();
    }
  }

  @Test
  void withoutMistakesTheyRecurNever() {
    Summary summary = new Summary();
    summary.add(1, new Opinions(2, Verdict.SUSPECTED).at(10).quality());
    summary.add(2, new Opinions(2, Verdict.SUSPECTED).at(10).quality());
    assertThat(summary.figure(Figure.RECURRENCE).value()).isInfinite();
    assertThat(summary.figure(Figure.ACCURACY).value()).isOne();
    assertThat(summary.figure(Figure.DURATION).isKnown()).isFalse();
    assertThat(summary.figure(Figure.DETECTION_MEDIAN).isKnown()).isFalse();
  }

  @Test
  void orderInWhichSeedsFinishDoesNotMatter() {
    List<Long> seeds = new ArrayList<>();
    for (long seed = 0; seed < 50; seed++) {
      seeds.add(seed);
    }
    Summary inOrder = new Summary();
    seeds.forEach(seed -> inOrder.add(seed, random(seed)));
    Collections.shuffle(seeds, new Random(1));
    Summary first = new Summary();
    Summary second = new Summary();
    seeds.subList(0, 20).forEach(seed -> first.add(seed, random(seed)));
    seeds.subList(20, 50).forEach(seed -> second.add(seed, random(seed)));
    second.merge(first);
    assertThat(second.runs()).isEqualTo(50);
    for (Figure figure : Figure.values()) {
      assertThat(second.figure(figure)).isEqualTo(inOrder.figure(figure));
    }
  }

  @Test
  void seedCountsOnce() {
    Summary summary = new Summary();
    summary.add(7, run(1, 2));
    assertThatThrownBy(() -> summary.add(7, run(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seed 7 is in the summary already");
  }

  /** In 95 of 100 trials the interval should hold the truth; some less for the bootstrap. */
  @Test
  void intervalsHoldTheTruthAboutAsOftenAsTheySay() {
    List<Quality> possible = new ArrayList<>();
    for (int i = 0; i <= 400; i++) {
      possible.add(run(1, 1 + i / 100.0));
    }
    int mean = 0;
    int median = 0;
    for (int trial = 0; trial < 300; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      Summary summary = new Summary();
      for (int seed = 0; seed < 30; seed++) {
        summary.add(seed, possible.get(random.nextInt(possible.size())));
      }
      mean += summary.figure(Figure.DETECTION_MEAN).contains(3) ? 1 : 0;
      median += summary.figure(Figure.DETECTION_MEDIAN).contains(3) ? 1 : 0;
    }
    assertThat(mean).isBetween(272, 297);
    assertThat(median).isBetween(265, 297);
  }
}
