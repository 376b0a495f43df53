package my;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** Makes the protocol known to the command, by name. */
public final class GreetingRecipe implements Recipe {
  @Override
  public String name() {
    return "greeting";
  }

  @Override
  public String summary() {
    return "greet the next member once a period";
  }

  @Override
  public List<Setting> settings() {
    return List.of(Setting.duration("period", "1s", "from one greeting to the next"));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    long period = settings.nanos("period");
    return node -> node.add("greeting", Greeting.Msg.class, c -> new Greeting(c, members, period));
  }
}
