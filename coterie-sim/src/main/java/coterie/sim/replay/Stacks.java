package coterie.sim.replay;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Blueprints;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.recording.Entry;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds the protocols of a recorded node again, by the name that the recording has for them. */
public final class Stacks {
  private final Recipes recipes;
  private final SortedMap<String, Blueprints> others = new TreeMap<>();

  public Stacks(Recipes recipes, Iterable<Blueprints> others) {
    this.recipes = recipes;
    others.forEach(each -> this.others.put(each.name(), each));
  }

  /** With these recipes, and all other stacks that the loader and its parents bring. */
  public static Stacks of(Recipes recipes, ClassLoader loader) {
    return new Stacks(recipes, ServiceLoader.load(Blueprints.class, loader));
  }

  Blueprint blueprint(Entry.Life life) {
    SortedMap<String, String> settings = new TreeMap<>();
    life.settings().forEach(value -> settings.put(value.name(), value.text()));
    View members = members(life);
    Blueprints other = others.get(life.stack());
    if (other != null) {
      return other.blueprint(life.self(), members, settings);
    }
    Recipe recipe = recipes.named(life.stack());
    return recipe.blueprint(members, new Settings(recipe.settings(), settings));
  }

  private static View members(Entry.Life life) {
    List<NodeId> members = life.members();
    return View.of(members.isEmpty() ? List.of(life.self()) : members);
  }
}
