package coterie.cli;

import coterie.cli.Laboratory.Contestant;
import coterie.sim.check.Quality;
import coterie.sim.check.Suspicions;
import coterie.sim.check.Verdict;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;

/** Many runs of detectors. */
final class DetectorTrials extends Trials<Contestant, Quality, Outcome> {
  private final Laboratory laboratory;
  private final Recipes recipes;

  DetectorTrials(Laboratory laboratory, Recipes recipes, Effort effort) {
    super(effort);
    this.laboratory = laboratory;
    this.recipes = recipes;
  }

  Laboratory laboratory() {
    return laboratory;
  }

  @Override
  void check(Trial<Contestant> trial, long seed) {
    laboratory.scenario(trial, recipes, seed);
  }

  @Override
  Quality run(Trial<Contestant> trial, long seed) {
    Scenario scenario = laboratory.scenario(trial, recipes, seed).withBytes();
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    Verdict verdict = Verdict.of(trial.entrant().recipe());
    Suspicions suspicions = new Suspicions(run.simulation(), verdict);
    run.simulation().runUntil(scenario.untilNanos());
    return suspicions.quality();
  }

  @Override
  Outcome.Runs tally() {
    return new Outcome.Runs();
  }

  /** Between N and N squared messages. */
  @Override
  long work(Trial<Contestant> trial) {
    return trial.nodes();
  }
}
