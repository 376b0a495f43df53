package coterie.cli;

import coterie.core.ElectionRecipe;
import coterie.core.TimeText;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
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
record ElectionLaboratory(String latency, Victim victim, int crashes, long downNanos) {
  static final long WARMUP_NANOS = 2 * TimeText.SECOND;
  static final long SPREAD_NANOS = TimeText.SECOND;

  /** Who crashes. */
  enum Victim {
    LEADER,
    FOLLOWER;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An election with the settings that it runs with.
   *
   * @param settings those that are given; the others are the recipe's fallbacks
   */
  record Candidate(ElectionRecipe recipe, SortedMap<String, String> settings) implements Entrant {}

  /** An election with its settings, in groups of one size on one network. */
  record Trial(Candidate candidate, int nodes, double loss) {}

  /** When the turn of that crash begins. */
  long turnNanos(int crash) {
    return WARMUP_NANOS + crash * (SPREAD_NANOS + 2 * downNanos);
  }

  long untilNanos() {
    return turnNanos(crashes);
  }

  /** One run, without its crashes: whom they hit is known only when they come. */
  Scenario scenario(Trial trial, Recipes recipes, long seed) {
    ScenarioReader reader = new ScenarioReader(recipes);
    Candidate candidate = trial.candidate;
    String loss = Laboratory.plain(trial.loss);
    reader.statement("", "protocol " + candidate.name());
    reader.statement("--nodes " + trial.nodes, "nodes " + trial.nodes);
    reader.statement("", "seed " + seed);
    reader.statement("--down", "until " + TimeText.format(untilNanos()));
    reader.statement("--latency " + latency, "latency " + latency);
    reader.statement("--loss " + loss, "loss " + loss);
    candidate
        .settings()
        .forEach((name, value) -> reader.statement("", "set %s %s".formatted(name, value)));
    return reader.scenario();
  }

  /** The command that shows one run by itself. */
  String replay(Trial trial, ElectionRun.Result run) {
    return "./coterie sim %s -n %d --seed %d --until %s --latency %s --loss %s%s%s"
        .formatted(
            trial.candidate.name(),
            trial.nodes,
            run.seed(),
            TimeText.format(untilNanos()),
            latency,
            Laboratory.plain(trial.loss),
            run.faults(),
            trial.candidate.flags());
  }

  /** All of this as flags of {@code coterie compare}, each after a blank. */
  String flags() {
    return " --crash %s --crashes %d --down %s --latency %s"
        .formatted(victim.word(), crashes, TimeText.format(downNanos), latency);
  }
}
