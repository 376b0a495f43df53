package coterie.lab.trial;

import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;

/** Many runs of elections. */
public final class ElectionTrials extends Trials<Candidate, ElectionRun.Result, ElectionOutcome> {
  private final ElectionLaboratory laboratory;

  public ElectionTrials(ElectionLaboratory laboratory, Recipes recipes, Effort effort) {
    super(recipes, effort);
    this.laboratory = laboratory;
  }

  public ElectionLaboratory laboratory() {
    return laboratory;
  }

  @Override
  Scenario scenario(Trial<Candidate> trial, long seed) {
    return laboratory.scenario(trial, recipes(), seed);
  }

  @Override
  public String text(Trial<Candidate> trial, String seed) {
    return laboratory.text(trial, seed);
  }

  @Override
  ElectionRun.Result run(Trial<Candidate> trial, long seed) {
    return new ElectionRun(laboratory, of(scenario(trial, seed)), seed).run();
  }

  @Override
  RunTally<ElectionRun.Result, ElectionOutcome> tally() {
    return RunTally.keeping(ElectionOutcome::of);
  }

  @Override
  Class<ElectionRun.Result> type() {
    return ElectionRun.Result.class;
  }

  /** A detector below an election sends to all. */
  @Override
  long work(Trial<Candidate> trial) {
    return (long) trial.nodes() * trial.nodes();
  }
}
