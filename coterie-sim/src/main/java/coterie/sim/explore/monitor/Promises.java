package coterie.sim.explore.monitor;

import coterie.core.View;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import java.util.Optional;

/**
 * What an explored group has promised.
 *
 * @param isPunctual whether the model lets no message and no alarm come too late, and has no fault:
 *     a detector then has no excuse
 * @param keepsMessages whether the network may deliver a message again after it was received, as a
 *     set of messages does
 */
public record Promises(
    Recipe recipe, Settings settings, View members, boolean isPunctual, boolean keepsMessages) {
  /** Returns the recipe if it is of that type. */
  <R extends Recipe> Optional<R> recipe(Class<R> type) {
    return Optional.of(recipe).filter(type::isInstance).map(type::cast);
  }

  /** Returns what a lock promises; empty for other protocols. */
  Optional<MutexRecipe.Promise> exclusion() {
    return recipe(MutexRecipe.class).map(mutex -> mutex.promise(settings));
  }

  int majority() {
    return members.size() / 2 + 1;
  }
}
