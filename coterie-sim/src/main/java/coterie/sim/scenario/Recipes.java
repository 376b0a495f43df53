package coterie.sim.scenario;

import coterie.recipe.Recipe;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** The protocols that can be asked for by name, in the order of their names. */
public final class Recipes {
  private final SortedMap<String, Recipe> byName = new TreeMap<>();

  public Recipes(Iterable<Recipe> recipes) {
    for (Recipe recipe : recipes) {
      requireAnswers(recipe);
      Recipe other = byName.put(recipe.name(), recipe);
      if (other != null && other.getClass() != recipe.getClass()) {
        throw new IllegalArgumentException(
            "two recipes are named %s: %s and %s"
                .formatted(recipe.name(), other.getClass().getName(), recipe.getClass().getName()));
      }
    }
  }

  /** A recipe of the user's may have been left half done. */
  private static void requireAnswers(Recipe recipe) {
    String name = recipe.name();
    if (name == null || !name.matches("\\S+")) {
      throw new IllegalArgumentException(
          "the recipe %s is named \"%s\"; a name is a word without blanks, such as my-lock"
              .formatted(recipe.getClass().getName(), name));
    }
    if (recipe.settings() == null) {
      throw new IllegalArgumentException(
          "the recipe %s has null for settings; return an empty list where there are none"
              .formatted(name));
    }
  }

  /** All recipes that the loader and its parents bring. */
  public static Recipes of(ClassLoader loader) {
    return new Recipes(Recipe.all(loader));
  }

  public Collection<Recipe> all() {
    return byName.values();
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public Recipe named(String name) {
    Recipe recipe = byName.get(name);
    if (recipe == null) {
      throw new IllegalArgumentException(
          "there is no protocol \"%s\"; there is %s"
              .formatted(name, String.join(", ", byName.keySet())));
    }
    return recipe;
  }
}
