package coterie.lab.tune;

import coterie.core.TimeText;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.Entrants;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.lab.trial.TrialWorkers;
import coterie.lab.trial.Trials;
import coterie.recipe.DetectorRecipe;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.List;

/**
 * Runs the trials of a search on all cores. The long runs have seeds of their own.
 *
 * @param brief the short runs
 * @param longRuns how many runs a proof takes
 * @param err shows how far it is
 */
public record TuningRuns(
    Laboratory laboratory, Recipes recipes, Trials.Effort brief, int longRuns, PrintWriter err)
    implements Tuning.Runner {
  /** A proof simulates the time in which this number of mistakes would be allowed. */
  private static final double MISTAKES_SIMULATED = 5;

  private static final int LONG_RUNS_MAX = 2_000;

  /** Counts the runs that a proof takes, or a multiple of them. */
  public static int longRuns(
      Tuning.Wish wish, Laboratory laboratory, int shortRuns, double effort) {
    double days = MISTAKES_SIMULATED / wish.mistakesPerDay();
    double runs = days * 86_400 * TimeText.SECOND / laboratory.untilNanos();
    return (int) Math.max(shortRuns, Math.ceil(Math.min(runs, LONG_RUNS_MAX) * effort));
  }

  /** Refuses what cannot be run, before anything is said about other settings. */
  public void check(Contestant from, int nodes, double loss) {
    if (laboratory.crashesPerHour() == 0) {
      throw new IllegalArgumentException(
          "--crash-rate 0: without a crash no detection time can be measured; give a rate above 0");
    }
    trials(brief.firstSeed(), 1).add(new Trial<>(firstThatFits(from, nodes), nodes, loss));
  }

  private static Contestant firstThatFits(Contestant from, int nodes) {
    DetectorRecipe.Knob knob = from.recipe().knobs().getFirst();
    for (String value : knob.values()) {
      Contestant moved = from.with(knob.setting(), value);
      if (Entrants.fits(moved, nodes)) {
        return moved;
      }
    }
    return from;
  }

  @Override
  public List<DetectorOutcome> runShort(List<Trial<Contestant>> trials) {
    return run(trials, trials(brief.firstSeed(), brief.seeds()));
  }

  @Override
  public DetectorOutcome runLong(Trial<Contestant> trial) {
    long first = brief.firstSeed() + brief.seeds();
    return run(List.of(trial), trials(first, longRuns)).getFirst();
  }

  @Override
  public double longHours() {
    return (double) laboratory.untilNanos() / TimeText.SECOND / 3600 * longRuns;
  }

  private DetectorTrials trials(long firstSeed, int runs) {
    return new DetectorTrials(
        laboratory, recipes, new Trials.Effort(firstSeed, runs, brief.threads()));
  }

  private List<DetectorOutcome> run(List<Trial<Contestant>> trials, DetectorTrials all) {
    trials.forEach(all::add);
    TrialWorkers.of(all).run(err);
    return trials.stream().map(all::outcome).toList();
  }
}
