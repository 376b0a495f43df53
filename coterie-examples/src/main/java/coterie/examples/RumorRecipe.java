package coterie.examples;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** Makes the protocol known by name; META-INF/services names this class. */
public final class RumorRecipe implements Recipe {
  @Override
  public String name() {
    return "rumor";
  }

  @Override
  public String summary() {
    return "example: pass a rumour on until everybody seems to know it";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "1", "from one telling to the next"),
        Setting.count("patience", 2, "stop after meeting this many who knew it"));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Rumor.Config config = new Rumor.Config(settings.nanos("period"), settings.count("patience"));
    return node ->
        node.add("rumor", Rumor.Msg.class, context -> new Rumor(context, members, config));
  }
}
