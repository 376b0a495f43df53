package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all of a comparison go through: the network, the crashes and the pauses. All of it is drawn
 * from the seed, the size of the group and these numbers, and from nothing else, so that every
 * protocol meets the same faults, and the same fate of the k-th message on a link.
 *
 * @param crashesPerHour of each member, on average, between the warm-up and the quiet stretch
 * @param downNanos how long a crashed member stays down
 * @param pausesPerHour of each member, on average, at any time of the run
 * @param quietNanos the last stretch of a run, in which no crash begins: every crash can be watched
 *     for so long, or until the member recovers
 */
public record Laboratory(
    String latency,
    double crashesPerHour,
    long downNanos,
    double pausesPerHour,
    long pauseNanos,
    long untilNanos,
    long warmupNanos,
    long quietNanos) {
  private static final double HOUR = 3600.0 * TimeText.SECOND;

  /** Faster than that, members do nothing but fail. */
  public static final double RATE_MAX = 3600;

  public Laboratory {
    if (warmupNanos + quietNanos >= untilNanos) {
      throw new IllegalArgumentException(
          "a run of %s has no time for crashes between a warm-up of %s and a quiet stretch of %s"
              .formatted(
                  TimeText.format(untilNanos),
                  TimeText.format(warmupNanos),
                  TimeText.format(quietNanos)));
    }
  }

  /** One run, as a scenario that {@code coterie sim} would run, too. */
  public Scenario scenario(Trial<?> trial, Recipes recipes, long seed) {
    return trial.scenario(recipes, seed, "--until", untilNanos, latency, faults(trial.nodes()));
  }

  /** The same as text, with a place for the seed. */
  String text(Trial<?> trial, String seed) {
    return trial.text(seed, untilNanos, latency, faults(trial.nodes()));
  }

  /** The command that shows one run by itself. */
  public String replay(Trial<?> trial, long seed) {
    StringBuilder faults = new StringBuilder();
    faults(trial.nodes()).forEach(fault -> faults.append(" --every '").append(fault).append('\''));
    return trial.replay(seed, untilNanos, latency, faults.toString());
  }

  /** All of this as flags of {@code coterie compare}, each after a blank. */
  public String flags() {
    String pauses =
        pausesPerHour > 0 ? plain(pausesPerHour) + "/" + TimeText.format(pauseNanos) : "0";
    return " --latency %s --crash-rate %s --down %s --pauses %s --until %s --warmup %s --quiet %s"
        .formatted(
            latency,
            plain(crashesPerHour),
            TimeText.format(downNanos),
            pauses,
            TimeText.format(untilNanos),
            TimeText.format(warmupNanos),
            TimeText.format(quietNanos));
  }

  /** A number as flags take it: without an exponent. */
  public static String plain(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
  }

  private List<String> faults(int nodes) {
    List<String> faults = new ArrayList<>();
    if (crashesPerHour > 0) {
      String until = TimeText.format(untilNanos - quietNanos);
      String from = TimeText.format(warmupNanos);
      faults.add(
          every(crashesPerHour * nodes, "crash", downNanos) + " from " + from + " until " + until);
    }
    if (pausesPerHour > 0) {
      faults.add(every(pausesPerHour * nodes, "pause", pauseNanos));
    }
    return faults;
  }

  private static String every(double perHour, String kind, long lastingNanos) {
    long mean = Math.max(1, Math.round(HOUR / perHour));
    return "%s %s for %s".formatted(TimeText.format(mean), kind, TimeText.format(lastingNanos));
  }

  /**
   * A detector with the settings that it runs with.
   *
   * @param settings those that are given; the others are the recipe's fallbacks
   */
  public record Contestant(DetectorRecipe recipe, SortedMap<String, String> settings)
      implements Entrant {
    public Contestant with(String setting, String value) {
      SortedMap<String, String> changed = new TreeMap<>(settings);
      changed.put(setting, value);
      return new Contestant(recipe, changed);
    }

    /** The detector with every value of its first knob that goes with its other settings. */
    public List<Contestant> curve(int nodes) {
      DetectorRecipe.Knob knob = recipe.knobs().getFirst();
      return knob.values().stream()
          .map(value -> with(knob.setting(), value))
          .filter(moved -> Entrants.fits(moved, nodes))
          .toList();
    }

    /** The value of a setting, where it is not given the recipe's fallback. */
    public String value(String setting) {
      String fallback =
          recipe.settings().stream()
              .filter(known -> known.name().equals(setting))
              .map(Setting::fallback)
              .findFirst()
              .orElse("");
      return settings.getOrDefault(setting, fallback);
    }
  }
}
