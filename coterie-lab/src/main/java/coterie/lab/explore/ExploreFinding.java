package coterie.lab.explore;

import coterie.lab.finding.Shrinking;
import coterie.sim.check.Violation;
import coterie.sim.explore.search.Explored;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The violation of a search, made as small as possible and written to a folder. */
public final class ExploreFinding {
  private ExploreFinding() {}

  /**
   * Shrinks and writes what a search has found.
   *
   * @param isStopped whether somebody wants to see what there is
   * @return null where nothing was found, where no folder is asked for, and where no run shows it:
   *     that something never happens takes a run without end
   */
  public static Shrinking.@Nullable Written write(
      ExplorePlan asked,
      Explored found,
      Recipes recipes,
      Shrinking shrinking,
      BooleanSupplier isStopped,
      PrintWriter err)
      throws IOException {
    Explored.Violation wrong = found.violation();
    if (wrong == null || !shrinking.isWanted() || found.exhausted()) {
      return null;
    }
    Scenario scenario = asked.scenario().withChoices(wrong.path());
    Violation violation = violation(wrong, Trial.of(recipes).violations(scenario));
    return violation == null ? null : shrinking.write(recipes, scenario, violation, isStopped, err);
  }

  /** Of all that judges object to, what the search has found, by the judge that tells most. */
  private static @Nullable Violation violation(Explored.Violation wrong, List<Violation> all) {
    Violation best = null;
    for (Violation each : all) {
      boolean isIt =
          each.sentence().equals(wrong.text())
              || each.isLike(new Violation(each.judge(), wrong.text()));
      boolean tellsMore = best == null || each.conflict().size() > best.conflict().size();
      best = isIt && tellsMore ? each : best;
    }
    return best == null && !all.isEmpty() ? all.getFirst() : best;
  }
}
