package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.recipe.ElectionRecipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * What all elections of a comparison go through: the network, and crashes that are watched one by
 * one. Their moments are drawn from the seed and from nothing else, and so is the fate of the k-th
 * message on a link.
 *
 * <p>A run begins with {@link #WARMUP_NANOS}, in which the group elects. Then comes each crash in
 * its turn: at a random moment of {@link #SPREAD_NANOS}, which is many times as long as the time
 * from one sign of life to the next; the process is down for a while, and up again for as long.
 */
public record ElectionLaboratory(String latency, Victim victim, int crashes, long downNanos) {
  static final long WARMUP_NANOS = 2 * TimeText.SECOND;
  static final long SPREAD_NANOS = TimeText.SECOND;

  /** Which process crashes. */
  public enum Victim {
    LEADER,
    FOLLOWER;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An election with the settings that it runs with.
   *
   * @param settings those that are given; the others are the recipe's fallbacks
   */
  public record Candidate(ElectionRecipe recipe, SortedMap<String, String> settings)
      implements Entrant {}

  /** When the turn of that crash begins. */
  long turnNanos(int crash) {
    return WARMUP_NANOS + crash * (SPREAD_NANOS + 2 * downNanos);
  }

  public long untilNanos() {
    return turnNanos(crashes);
  }

  /** One run, without its crashes: whom they hit is known only when they come. */
  Scenario scenario(Trial<Candidate> trial, Recipes recipes, long seed) {
    return trial.scenario(recipes, seed, "--down", untilNanos(), latency, List.of());
  }

  /** The same as text, with a place for the seed. */
  String text(Trial<Candidate> trial, String seed) {
    return trial.text(seed, untilNanos(), latency, List.of());
  }

  /** The command that shows one run by itself. */
  public String replay(Trial<Candidate> trial, ElectionRun.Result run) {
    return trial.replay(run.seed(), untilNanos(), latency, run.faults());
  }

  /** All of this as flags of {@code coterie compare}, each after a blank. */
  public String flags() {
    return " --crash %s --crashes %d --down %s --latency %s"
        .formatted(victim.word(), crashes, TimeText.format(downNanos), latency);
  }
}
