package coterie.lab.session;

import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.RegisterRecipe;
import coterie.recipe.Setting;
import coterie.recipe.StoreRecipe;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All protocols with what can be set about them, as data. */
final class Catalogue {
  private Catalogue() {}

  static List<Object> of(Recipes recipes) {
    List<Object> all = new ArrayList<>();
    for (Recipe recipe : recipes.all()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", recipe.name());
      entry.put("family", family(recipe));
      entry.put("summary", recipe.summary());
      entry.put("latency", recipe.latency());
      entry.put("settings", recipe.settings().stream().map(Catalogue::setting).toList());
      all.add(entry);
    }
    return all;
  }

  private static String family(Recipe recipe) {
    return switch (recipe) {
      case DetectorRecipe detector -> "detector";
      case ElectionRecipe election -> "election";
      case MutexRecipe mutex -> "lock";
      case RegisterRecipe register -> "store";
      case StoreRecipe store -> "store";
      default -> recipe.notesStamps() ? "clock" : "membership";
    };
  }

  private static Map<String, Object> setting(Setting setting) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", setting.name());
    entry.put("kind", setting.kind().name().toLowerCase(Locale.ROOT));
    entry.put("fallback", setting.fallback());
    entry.put("help", setting.help());
    entry.put("words", setting.words());
    return entry;
  }
}
