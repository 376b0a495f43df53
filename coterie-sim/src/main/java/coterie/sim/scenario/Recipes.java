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
      Recipe other = byName.put(recipe.name(), recipe);
      if (other != null && other.getClass() != recipe.getClass()) {
        throw new IllegalArgumentException(
            "two recipes are named %s: %s and %s"
                .formatted(recipe.name(), other.getClass().getName(), recipe.getClass().getName()));
      }
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
