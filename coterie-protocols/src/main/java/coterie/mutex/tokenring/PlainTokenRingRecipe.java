package coterie.mutex.tokenring;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.mutex.Worker;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;

/** The plain token ring by name. */
public final class PlainTokenRingRecipe {
  /** Its token travels for nobody in particular. */
  public static final MutexRecipe RECIPE =
      new MutexRecipe.Value(
          "token-ring-plain",
          "mutual exclusion by a token that always goes round, one message a pass; a loss or a"
              + " crash ends it",
          "uniform:1ms,5ms",
          PlainTokenRingRecipe::settings,
          false,
          settings -> new MutexRecipe.Promise.Always(),
          PlainTokenRing.Msg.class,
          (from, to, message) -> null,
          PlainTokenRingRecipe::costs,
          Settings.values(),
          PlainTokenRingRecipe::blueprint);

  private PlainTokenRingRecipe() {}

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration(
            "linger", "1ms", "how long a process that does not want the token keeps it"));
    return settings;
  }

  private static List<Cost> costs(int nodes) {
    return nodes == 1
        ? List.of(new Cost("alone", "0", 0))
        : List.of(new Cost("all want it", "1", 1), new Cost("only one wants it", "n", nodes));
  }

  private static Blueprint blueprint(View members, Settings settings) {
    TokenRing.requireSize(members);
    Worker.Config work = Worker.Config.of(settings);
    PlainTokenRing.Config config = new PlainTokenRing.Config(settings.nanos("linger"));
    return node -> {
      PlainTokenRing ring =
          node.add(
              "token-ring-plain",
              PlainTokenRing.Msg.class,
              context -> new PlainTokenRing(context, members, config));
      Worker.add(node, members, List.of(ring), work);
    };
  }
}
