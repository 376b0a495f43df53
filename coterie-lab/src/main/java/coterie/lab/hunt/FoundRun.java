package coterie.lab.hunt;

import coterie.lab.finding.Finding;
import coterie.lab.finding.Shrinking;
import coterie.sim.check.Violation;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The first violation of a hunt, made as small as possible and written to a folder. */
final class FoundRun {
  private FoundRun() {}

  /**
   * Shrinks and writes it, and says where it is.
   *
   * @param isStopped whether somebody wants to see what there is
   */
  static void tell(
      Hunt hunt,
      Recipes recipes,
      Found found,
      Shrinking shrinking,
      BooleanSupplier isStopped,
      PrintWriter out,
      PrintWriter err)
      throws IOException {
    Optional<Candidate> run = candidate(hunt, recipes, found);
    if (run.isEmpty()) {
      out.println("\nThe run of seed %d cannot be written as a scenario.".formatted(found.seed()));
      return;
    }
    Shrinking.Written written =
        shrinking.write(recipes, run.get().scenario, run.get().violation, isStopped, err);
    Finding small = written.small();
    out.printf(
        "%nSeed %d, made smaller in %d runs to %d %s, is in %s:%n%s%n",
        found.seed(),
        small.tries(),
        small.messages(),
        small.messages() == 1 ? "message" : "messages",
        written.folder(),
        small.violation().sentence());
    out.println("  again: " + written.again());
    out.flush();
  }

  private record Candidate(Scenario scenario, Violation violation) {}

  /** What came to pass is the best scenario; where a call was refused, it may not be the same. */
  private static Optional<Candidate> candidate(Hunt hunt, Recipes recipes, Found found) {
    Trial trial = Trial.of(recipes);
    for (Scenario scenario : List.of(hunt.happened(found.seed()), hunt.drawn(found.seed()))) {
      for (Violation violation : trial.violations(scenario)) {
        if (violation.judge().equals(found.violation().judge())) {
          return Optional.of(new Candidate(scenario, violation));
        }
      }
    }
    return Optional.empty();
  }
}
