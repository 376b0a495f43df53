package coterie.testkit.junit;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The protocol of a test.
 *
 * @param name the word by which a scenario names it
 * @param recipes all that scenarios may name, with this one among them
 * @param isFound whether a command finds it by its name, as it is brought by a service file
 */
record TestedRecipe(String name, Recipes recipes, boolean isFound) {
  /** Finds the protocol that an annotation asks for in one of three ways. */
  static TestedRecipe of(
      Class<?> test, String protocol, Class<? extends Recipe> recipe, String blueprint) {
    boolean hasClass = recipe != Recipe.class;
    int said = (protocol.isEmpty() ? 0 : 1) + (hasClass ? 1 : 0) + (blueprint.isEmpty() ? 0 : 1);
    if (said != 1) {
      throw new ExtensionConfigurationException(
          "a test names its protocol in %s; choose one of protocol, recipe and blueprint"
              .formatted(said == 0 ? "no way" : "more than one way"));
    }
    List<Recipe> known = Recipe.all(test.getClassLoader());
    if (!protocol.isEmpty()) {
      return named(protocol, new Recipes(known));
    }
    Recipe own = hasClass ? ReflectionSupport.newInstance(recipe) : recipe(test, blueprint);
    boolean isFound = known.stream().anyMatch(other -> other.getClass() == own.getClass());
    List<Recipe> all = new ArrayList<>(known);
    all.removeIf(other -> other.name().equals(own.name()));
    all.add(own);
    return new TestedRecipe(own.name(), new Recipes(all), hasClass && isFound);
  }

  Recipe recipe() {
    return recipes.named(name);
  }

  private static TestedRecipe named(String protocol, Recipes recipes) {
    if (!recipes.has(protocol)) {
      throw new ExtensionConfigurationException(
          recipes.all().isEmpty()
              ? "there is no protocol \"%s\"; the class path brings none, since META-INF/services names no recipe"
                  .formatted(protocol)
              : "there is no protocol \"%s\"; there is %s"
                  .formatted(
                      protocol,
                      String.join(", ", recipes.all().stream().map(Recipe::name).toList())));
    }
    return new TestedRecipe(protocol, recipes, true);
  }

  private static Recipe recipe(Class<?> test, String name) {
    List<Method> methods =
        ReflectionSupport.findMethods(
            test,
            method -> method.getName().equals(name) && isBlueprint(method),
            HierarchyTraversalMode.BOTTOM_UP);
    if (methods.isEmpty()) {
      throw new ExtensionConfigurationException(
          "%s has no method \"static Blueprint %s(View members)\", which blueprint names"
              .formatted(test.getSimpleName(), name));
    }
    Method method = methods.getFirst();
    return new Recipe.Value(
        name,
        "the blueprint of " + test.getSimpleName(),
        "instant",
        List.of(),
        (members, settings) ->
            (Blueprint)
                Objects.requireNonNull(
                    ReflectionSupport.invokeMethod(method, null, members),
                    () -> name + " returned null; a blueprint method returns a Blueprint"));
  }

  private static boolean isBlueprint(Method method) {
    return Modifier.isStatic(method.getModifiers())
        && method.getReturnType() == Blueprint.class
        && List.of(method.getParameterTypes()).equals(List.of(View.class));
  }
}
