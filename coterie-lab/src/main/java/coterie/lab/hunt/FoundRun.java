package coterie.lab.hunt;

import coterie.lab.Jars;
import coterie.lab.Numbers;
import coterie.lab.finding.Finding;
import coterie.sim.check.Violation;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first violation of a hunt, made as small as possible and written to a folder.
 *
 * @param shrink how long shrinking may take, in the words of a flag; 0 for no folder at all
 * @param folder null for a new one in the current folder
 */
record FoundRun(String shrink, @Nullable Path folder) {
  /** Shrinks and writes it, if that is asked for, and says where it is. */
  void tell(Hunt hunt, Recipes recipes, Found found, PrintWriter out, PrintWriter err)
      throws IOException {
    long most = Numbers.timeFromZero("--shrink", shrink);
    if (most == 0) {
      return;
    }
    Optional<Finding> run = finding(hunt, recipes, found);
    if (run.isEmpty()) {
      out.println("\nThe run of seed %d cannot be written as a scenario.".formatted(found.seed()));
      return;
    }
    Finding small = run.get().shrunk(Duration.ofNanos(most), err);
    Path to = folder == null ? small.freshFolder(Path.of("")) : folder;
    String program = "./coterie sim" + Jars.flags(List.of(recipes.named(hunt.base().protocol())));
    small.write(to, program);
    out.printf(
        "%nSeed %d, made smaller in %d runs to %d messages, is in %s:%n%s%n",
        found.seed(), small.tries(), small.messages(), to, small.violation().sentence());
    out.println("  again: " + small.command(to, program));
    out.flush();
  }

  /** What came to pass is the best scenario; where a call was refused, it may not be the same. */
  private static Optional<Finding> finding(Hunt hunt, Recipes recipes, Found found) {
    Trial trial = Trial.of(recipes);
    for (Scenario scenario : List.of(hunt.happened(found.seed()), hunt.drawn(found.seed()))) {
      for (Violation violation : trial.violations(scenario)) {
        if (violation.judge().equals(found.violation().judge())) {
          return Optional.of(Finding.of(recipes, scenario, violation));
        }
      }
    }
    return Optional.empty();
  }
}
