package coterie.testkit.junit;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.monitor.MonitoredRecipe;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A protocol with the judges of a test, and without those of its family.
 *
 * @param judges made for the members
 */
record WatchedRecipe(Recipe recipe, Function<View, List<Monitor<?>>> judges)
    implements MonitoredRecipe {
  @Override
  public String name() {
    return recipe.name();
  }

  @Override
  public String summary() {
    return recipe.summary();
  }

  @Override
  public List<Setting> settings() {
    return recipe.settings();
  }

  @Override
  public String latency() {
    return recipe.latency();
  }

  @Override
  public SortedMap<NodeId, Long> skews(View members) {
    return recipe.skews(members);
  }

  @Override
  public boolean notesStamps() {
    return recipe.notesStamps();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    return recipe.blueprint(members, settings);
  }

  @Override
  public List<Monitor<?>> monitors(View members, Settings settings) {
    return judges.apply(members);
  }
}
