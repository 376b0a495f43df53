package coterie.lab.explore;

import coterie.lab.finding.Shrinking;
import coterie.sim.check.Violation;
import coterie.sim.explore.Goal;
import coterie.sim.explore.search.Explored;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
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
   * @return null where nothing was found, where no folder is asked for, and where no run shows it
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
    if (wrong == null || !shrinking.isWanted()) {
      return null;
    }
    if (found.exhausted()) {
      return missed(asked, wrong, recipes, shrinking);
    }
    Scenario scenario = asked.scenario().withChoices(wrong.path());
    Violation violation = violation(wrong, Trial.of(recipes).violations(scenario));
    return violation == null ? null : shrinking.write(recipes, scenario, violation, isStopped, err);
  }

  /**
   * Writes the way on which a goal is never reached, with an expectation for its end. It is not
   * made smaller: whatever is too short has not reached the goal either.
   */
  private static Shrinking.@Nullable Written missed(
      ExplorePlan asked, Explored.Violation wrong, Recipes recipes, Shrinking shrinking)
      throws IOException {
    String words = expected(asked, wrong);
    if (words == null) {
      return null;
    }
    List<Choice> choices = new ArrayList<>(wrong.path());
    choices.add(
        choices.size() - wrong.repeated(),
        new Choice.Say(
            wrong.repeated() == 0
                ? "after this nothing happens any more"
                : "what follows may happen again and again"));
    List<String> text =
        new ArrayList<>(
            ScenarioText.lines(asked.scenario().withChoices(choices).withUntil(0), recipes));
    text.add("expect " + words);
    Scenario scenario = new ScenarioReader(recipes).text("finding", text).scenario();
    for (Violation violation : Trial.of(recipes).violations(scenario)) {
      if (violation.sentence().contains(words)) {
        return shrinking.writeAsItIs(recipes, scenario, violation);
      }
    }
    return null;
  }

  /** Returns what a scenario can say of the goal that is missed. */
  private static @Nullable String expected(ExplorePlan asked, Explored.Violation wrong) {
    for (Goal<?> goal : asked.goals()) {
      for (int i = 0; i < goal.count(); i++) {
        if (goal.judge().equals(wrong.judge()) && goal.missed(i).equals(wrong.text())) {
          return goal.expected(i);
        }
      }
    }
    return null;
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
