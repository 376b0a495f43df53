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
  private final boolean countsBytes;

  public DetectorTrials(Laboratory laboratory, Recipes recipes, Effort effort) {
    this(laboratory, recipes, effort, true);
  }

  /**
   * @param countsBytes whether to encode all messages, which takes codecs and time
   */
  public DetectorTrials(
      Laboratory laboratory, Recipes recipes, Effort effort, boolean countsBytes) {
    super(recipes, effort);
    this.laboratory = laboratory;
    this.countsBytes = countsBytes;
  }

  public Laboratory laboratory() {
    return laboratory;
  }

  @Override
  Scenario scenario(Trial<Contestant> trial, long seed) {
    return laboratory.scenario(trial, recipes(), seed);
  }

  @Override
  public String text(Trial<Contestant> trial, String seed) {
    return laboratory.text(trial, seed);
  }

  @Override
  Quality run(Trial<Contestant> trial, long seed) {
    Scenario counted = scenario(trial, seed);
    Scenario scenario = countsBytes ? counted.withBytes() : counted;
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
