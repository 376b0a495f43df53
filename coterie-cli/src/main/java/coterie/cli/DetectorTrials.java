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

  DetectorTrials(Laboratory laboratory, Recipes recipes, Effort effort) {
    super(recipes, effort);
    this.laboratory = laboratory;
  }

  Laboratory laboratory() {
    return laboratory;
  }

  @Override
  Scenario scenario(Trial<Contestant> trial, long seed) {
    return laboratory.scenario(trial, recipes(), seed);
  }

  @Override
  Quality run(Trial<Contestant> trial, long seed) {
    Scenario scenario = scenario(trial, seed).withBytes();
    ScenarioRun run = of(scenario);
    Verdict verdict = Verdict.of(trial.entrant().recipe());
    Suspicions suspicions = new Suspicions(run.stage(), verdict);
    run.stage().runUntil(scenario.untilNanos());
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
