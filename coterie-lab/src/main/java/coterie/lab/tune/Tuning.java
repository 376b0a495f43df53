package coterie.lab.tune;

import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.Entrants;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.recipe.DetectorRecipe.Knob;
import coterie.sim.check.detect.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the setting of a detector that meets given targets at the least traffic. All settings
 * are tried for a short time first. Those that may meet the targets are tried again, the cheapest
 * first, for long enough to show it: no mistake in a time shows only that there are fewer than
 * three to be expected in such a time, at 95 %.
 */
public final class Tuning {
  /**
   * The targets.
   *
   * @param detectWithin in seconds, for 99 of 100 pairs of a crash and an observer
   * @param mistakesPerDay of each member
   */
  public record Wish(double detectWithin, double mistakesPerDay) {
    static final double DAY_HOURS = 24;

    boolean isDetectionMet(DetectorOutcome outcome) {
      return outcome.reachP99() <= detectWithin;
    }

    boolean isShownBy(DetectorOutcome outcome) {
      return isDetectionMet(outcome)
          && outcome.mistakesPerHourAtMost() * DAY_HOURS <= mistakesPerDay;
    }

    /** Whether so much time is enough to show it, if no mistake is seen. */
    boolean canBeShownIn(double hours) {
      return DetectorOutcome.RULE_OF_THREE / hours * DAY_HOURS <= mistakesPerDay;
    }

    /** Whether what was measured meets it, be it shown or not. */
    boolean isMetBy(DetectorOutcome outcome) {
      return isDetectionMet(outcome) && outcome.mistakesPerHour() * DAY_HOURS <= mistakesPerDay;
    }

    /** Whether a longer look could still show it. */
    boolean mayBeMetBy(DetectorOutcome outcome) {
      double low = outcome.figure(Figure.MISTAKES_PER_MEMBER_HOUR).low();
      double least = Double.isNaN(low) ? outcome.mistakesPerHour() : low;
      return isDetectionMet(outcome) && least * DAY_HOURS <= mistakesPerDay;
    }

    /** By which factor the measured figures miss it, the worse of the two; up to 1 is a hit. */
    public double miss(DetectorOutcome outcome) {
      return Math.max(
          outcome.reachP99() / detectWithin,
          outcome.mistakesPerHour() * DAY_HOURS / mistakesPerDay);
    }
  }

  /** How the search has ended. */
  public enum Verdict {
    /** The setting meets the targets, and enough was simulated to say so. */
    MET,
    /** The setting met the targets as far as was seen; it takes longer runs to say so. */
    NOT_SHOWN,
    /** No setting meets the targets; this one misses them by the smallest factor. */
    NEAREST
  }

  /**
   * The end of a search.
   *
   * @param screened how every setting did in the short runs
   * @param proven how those did that were tried for long
   * @param contradictory how many settings could not be tried
   */
  public record Answer(
      Verdict verdict,
      Contestant setting,
      DetectorOutcome outcome,
      Map<Contestant, DetectorOutcome> screened,
      Map<Contestant, DetectorOutcome> proven,
      int contradictory) {}

  /** The laboratory that does the work. */
  public interface Runner {
    List<DetectorOutcome> runShort(List<Trial<Contestant>> trials);

    DetectorOutcome runLong(Trial<Contestant> trial);

    /** How much the long runs of one setting simulate. */
    double longHours();
  }

  private static final int REFINEMENTS = 2;

  private final Wish wish;
  private final int nodes;
  private final double loss;

  private final Runner runner;

  private final Map<Contestant, DetectorOutcome> screened = new LinkedHashMap<>();
  private final Map<Contestant, DetectorOutcome> proven = new LinkedHashMap<>();
  private int contradictory;

  public Tuning(Wish wish, int nodes, double loss, Runner runner) {
    this.wish = wish;
    this.nodes = nodes;
    this.loss = loss;
    this.runner = runner;
  }

  /**
   * Searches for the cheapest setting.
   *
   * @param fixed settings that are left as they are
   */
  public Answer search(Contestant from, Set<String> fixed) {
    List<Knob> knobs =
        from.recipe().knobs().stream().filter(knob -> !fixed.contains(knob.setting())).toList();
    KnobGrid grid = new KnobGrid(knobs);
    screen(grid.settings(from));
    if (screened.isEmpty()) {
      throw new IllegalArgumentException(
          "no setting of %s can be tried: each contradicts %s"
              .formatted(from.name(), from.flags().strip()));
    }
    if (screened.values().stream().allMatch(outcome -> outcome.crashes() == 0)) {
      throw new IllegalArgumentException(
          "nothing crashed in the short runs; --seeds, --until or --crash-rate gives more crashes");
    }
    Contestant best = prove(Double.POSITIVE_INFINITY);
    for (int i = 0; i < REFINEMENTS; i++) {
      screen(grid.around(best == null ? nearest().getKey() : best));
      Contestant better = prove(best == null ? Double.POSITIVE_INFINITY : traffic(proven(best)));
      best = better == null ? best : better;
    }
    return answer(best);
  }

  private Answer answer(@Nullable Contestant best) {
    if (best != null) {
      return answer(Verdict.MET, best, proven(best));
    }
    for (Map.Entry<Contestant, DetectorOutcome> entry : proven.entrySet()) {
      if (wish.isMetBy(entry.getValue())) {
        return answer(Verdict.NOT_SHOWN, entry.getKey(), entry.getValue());
      }
    }
    return answer(Verdict.NEAREST, nearest().getKey(), nearest().getValue());
  }

  /** What was tried for long is known better than from the short runs. */
  private Map.Entry<Contestant, DetectorOutcome> nearest() {
    Map<Contestant, DetectorOutcome> all = new LinkedHashMap<>(screened);
    all.putAll(proven);
    return all.entrySet().stream()
        .min(Comparator.comparingDouble(entry -> wish.miss(entry.getValue())))
        .orElseThrow();
  }

  private Answer answer(Verdict verdict, Contestant setting, DetectorOutcome outcome) {
    return new Answer(verdict, setting, outcome, screened, proven, contradictory);
  }

  private void screen(List<Contestant> settings) {
    List<Contestant> fresh =
        settings.stream().filter(one -> !screened.containsKey(one)).distinct().toList();
    List<Contestant> possible = fresh.stream().filter(one -> Entrants.fits(one, nodes)).toList();
    contradictory += fresh.size() - possible.size();
    List<DetectorOutcome> outcomes = runner.runShort(possible.stream().map(this::trial).toList());
    for (int i = 0; i < possible.size(); i++) {
      screened.put(possible.get(i), outcomes.get(i));
    }
  }

  /** The cheapest setting below that traffic that is shown to meet the targets, or null. */
  private @Nullable Contestant prove(double below) {
    List<Contestant> hopeful =
        screened.keySet().stream()
            .filter(one -> !proven.containsKey(one) && wish.mayBeMetBy(screened(one)))
            .filter(one -> traffic(screened(one)) < below * 0.99)
            .sorted(
                Comparator.comparingDouble((Contestant one) -> roughly(traffic(screened(one))))
                    .thenComparingDouble(one -> screened(one).mistakesPerHour())
                    .thenComparingDouble(one -> -screened(one).reachP99()))
            .toList();
    for (Contestant one : hopeful) {
      DetectorOutcome outcome = runner.runLong(trial(one));
      proven.put(one, outcome);
      if (wish.isShownBy(outcome)) {
        return one;
      }
      if (!wish.canBeShownIn(runner.longHours()) && wish.isMetBy(outcome)) {
        break; // No other setting could be shown to be better in that time.
      }
    }
    return null;
  }

  private DetectorOutcome screened(Contestant one) {
    return known(screened.get(one));
  }

  private DetectorOutcome proven(Contestant one) {
    return known(proven.get(one));
  }

  private static DetectorOutcome known(@Nullable DetectorOutcome outcome) {
    if (outcome == null) {
      throw new IllegalStateException("a setting that was not tried has no figures");
    }
    return outcome;
  }

  /** Bytes that a member sends in a second, or messages where bytes are not counted. */
  static double traffic(DetectorOutcome outcome) {
    double bytes = outcome.figure(Figure.BYTES).value();
    return Double.isNaN(bytes) ? outcome.figure(Figure.MESSAGES).value() : bytes;
  }

  /** Two digits: settings whose traffic differs by less cost the same. */
  private static double roughly(double traffic) {
    return new BigDecimal(traffic).round(new MathContext(2)).doubleValue();
  }

  private Trial<Contestant> trial(Contestant contestant) {
    return new Trial<>(contestant, nodes, loss);
  }
}
