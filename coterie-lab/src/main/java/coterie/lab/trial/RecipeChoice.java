package coterie.lab.trial;

import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Protocols of one kind, to be chosen by name.
 *
 * @param word one of them, such as "detector"
 * @param flag which names them on the command line
 * @param example a change of a setting of one of them
 */
public record RecipeChoice<T extends Recipe>(
    Class<T> type, String word, String flag, String example) {
  public static final RecipeChoice<DetectorRecipe> DETECTORS =
      new RecipeChoice<>(DetectorRecipe.class, "detector", "--detectors", "phi.threshold=12");
  public static final RecipeChoice<ElectionRecipe> ELECTIONS =
      new RecipeChoice<>(ElectionRecipe.class, "election", "--elections", "raft.heartbeat=20ms");
  public static final RecipeChoice<MutexRecipe> MUTEXES =
      new RecipeChoice<>(MutexRecipe.class, "mutex", "--mutexes", "lamport.detector=heartbeat");

  /** The names of all there are. */
  public List<String> names(Recipes recipes) {
    return recipes.all().stream().filter(type::isInstance).map(Recipe::name).toList();
  }

  T named(String name, Recipes recipes) {
    if (recipes.has(name) && type.isInstance(recipes.named(name))) {
      return type.cast(recipes.named(name));
    }
    throw new IllegalArgumentException(
        recipes.has(name)
            ? "%s is not %s %s; choose %s"
                .formatted(name, word.startsWith("e") ? "an" : "a", word, known(recipes))
            : "there is no %s \"%s\"; choose %s".formatted(word, name, known(recipes)));
  }

  /** Those of these names, each with the settings that it begins with and what was changed. */
  public <E extends Entrant> List<E> entrants(
      List<String> names, Recipes recipes, Function<T, E> maker, List<String> changes) {
    Map<String, E> chosen = new LinkedHashMap<>();
    for (String name : names) {
      if (chosen.put(name, maker.apply(named(name, recipes))) != null) {
        throw new IllegalArgumentException(
            "\"%s\" is named twice; each %s is compared once".formatted(name, word));
      }
    }
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "%s names nothing; choose %s".formatted(flag, known(recipes)));
    }
    String kind = word.toUpperCase(Locale.ROOT);
    String form = "%s.SETTING=VALUE, such as %s".formatted(kind, example);
    changes.forEach(change -> Entrants.change(change, chosen, form));
    return new ArrayList<>(chosen.values());
  }

  private String known(Recipes recipes) {
    List<String> names = names(recipes);
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
