package coterie.cli;

import coterie.cli.ElectionLaboratory.Candidate;
import coterie.sim.scenario.Recipes;

/** Many runs of elections. */
final class ElectionTrials extends Trials<Candidate, ElectionRun.Result, ElectionOutcome> {
  private final ElectionLaboratory laboratory;
  private final Recipes recipes;

  ElectionTrials(ElectionLaboratory laboratory, Recipes recipes, Effort effort) {
    super(effort);
    this.laboratory = laboratory;
    this.recipes = recipes;
  }

  ElectionLaboratory laboratory() {
    return laboratory;
  }

  @Override
  void check(Trial<Candidate> trial, long seed) {
    laboratory.scenario(trial, recipes, seed);
  }

  @Override
  ElectionRun.Result run(Trial<Candidate> trial, long seed) {
    return new ElectionRun(laboratory, trial, recipes, seed).run();
  }

  @Override
  Tally<ElectionRun.Result, ElectionOutcome> tally() {
    return Tally.keeping(ElectionOutcome::of);
  }

  /** A detector below an election sends to all. */
  @Override
  long work(Trial<Candidate> trial) {
    return (long) trial.nodes() * trial.nodes();
  }
}
