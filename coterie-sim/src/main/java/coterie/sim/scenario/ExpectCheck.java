package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.RegisterRecipe;
import coterie.recipe.StoreRecipe;
import coterie.sim.check.expect.Expectation;
import coterie.sim.check.expect.Needs;
import coterie.sim.trace.Lines;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Looks at expectations before the run, so that one that means nothing is said at once. */
final class ExpectCheck {
  private ExpectCheck() {}

  /** Refuses nodes, times and facts that the scenario cannot have. */
  static void check(Expectation one, Recipe recipe, View members, long untilNanos) {
    for (NodeId node : one.condition().nodes()) {
      require(
          members.indexOf(node) >= 0,
          one,
          "there is no %s; the nodes are %s to %s"
              .formatted(node, members.at(0), members.at(members.size() - 1)));
    }
    long latest = Math.max(one.fromNanos(), one.toNanos() == Expectation.END ? 0 : one.toNanos());
    boolean isInTime = latest == Expectation.END || latest <= untilNanos || untilNanos == 0;
    require(
        isInTime,
        one,
        "the run ends at %s, before %s; until is later or the time of the expectation earlier"
            .formatted(TimeText.format(untilNanos), TimeText.format(latest)));
    for (Needs.Fact fact : Needs.of(List.of(one.condition())).facts()) {
      require(
          can(recipe, fact),
          one,
          "%s %s; \"%s\" cannot be said of it".formatted(recipe.name(), lacks(fact), one.words()));
    }
  }

  /** A protocol of one's own may note anything. */
  private static boolean can(Recipe recipe, Needs.Fact fact) {
    boolean isKnown =
        recipe instanceof ElectionRecipe
            || recipe instanceof MutexRecipe
            || recipe instanceof DetectorRecipe
            || recipe instanceof StoreRecipe
            || recipe instanceof RegisterRecipe;
    if (!isKnown) {
      return true;
    }
    return switch (fact) {
      case LEADERS ->
          recipe instanceof ElectionRecipe
              || (recipe instanceof MutexRecipe mutex && mutex.hasLeader());
      case LOCKS -> recipe instanceof MutexRecipe;
      case COPIES -> recipe instanceof StoreRecipe;
      case SUSPICIONS, MEMBERS -> !(recipe instanceof StoreRecipe);
    };
  }

  private static String lacks(Needs.Fact fact) {
    return switch (fact) {
      case LEADERS -> "has no leader";
      case LOCKS -> "has no lock";
      case COPIES -> "keeps no copies of data";
      case SUSPICIONS -> "suspects nobody";
      case MEMBERS -> "has no membership";
    };
  }

  /** Refuses fields that no protocol of the stack shows, where they show anything. */
  static void check(List<Expectation> expectations, List<Protocol<?>> stack) {
    Set<String> shown = new TreeSet<>();
    for (Protocol<?> protocol : stack) {
      Record state = protocol.state();
      if (state != null) {
        shown.addAll(Lines.fieldTexts(state).keySet());
      }
    }
    for (Expectation one : expectations) {
      for (String field : Needs.of(List.of(one.condition())).fields()) {
        require(
            shown.isEmpty() || shown.contains(field),
            one,
            "no process shows \"%s\"; there is %s".formatted(field, String.join(", ", shown)));
      }
    }
  }

  private static void require(boolean holds, Expectation one, String otherwise) {
    if (!holds) {
      throw new ScenarioException(one.where(), otherwise);
    }
  }
}
