package coterie.lab.trial;

import coterie.lab.trial.Laboratory.Contestant;
import coterie.sim.check.detect.Quality;
import coterie.sim.check.detect.SuspicionHistory;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;

/** Many runs of detectors. */
public final class DetectorTrials extends Trials<Contestant, Quality, DetectorOutcome> {
  private final Laboratory laboratory;

  public DetectorTrials(Laboratory laboratory, Recipes recipes, Effort effort) {
    super(recipes, effort);
    this.laboratory = laboratory;
  }

  public Laboratory laboratory() {
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
    SuspicionHistory suspicions = run.judges().appoint(SuspicionHistory::of).orElseThrow();
    run.stage().runUntil(scenario.untilNanos());
    return suspicions.quality();
  }

  @Override
  DetectorOutcome.Runs tally() {
    return new DetectorOutcome.Runs();
  }

  @Override
  Class<Quality> type() {
    return Quality.class;
  }

  /** Between N and N squared messages. */
  @Override
  long work(Trial<Contestant> trial) {
    return trial.nodes();
  }
}
