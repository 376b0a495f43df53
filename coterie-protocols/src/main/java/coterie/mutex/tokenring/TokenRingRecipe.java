package coterie.mutex.tokenring;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.mutex.Asking;
import coterie.mutex.Worker;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;

/** The token ring by name. */
public final class TokenRingRecipe {
  public static final MutexRecipe RECIPE =
      new MutexRecipe.Value(
          "token-ring",
          "mutual exclusion by a token that travels round the ring while somebody asks for it",
          "uniform:1ms,5ms",
          TokenRingRecipe::settings,
          false,
          Asking::promise,
          TokenRing.Msg.class,
          (from, to, message) -> message instanceof TokenRing.Want want ? want.who() : null,
          TokenRingRecipe::costs,
          Settings.values("retry", "5s"),
          TokenRingRecipe::blueprint);

  private TokenRingRecipe() {}

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration(
            "retry", "500ms", "how long to wait for an answer before repeating the message"));
    settings.add(
        Setting.duration(
            "doubt", "1s", "how long to wait before asking whether the token is lost"));
    settings.addAll(
        ChosenDetector.settings(
            ChosenDetector.NONE, "the detector that decides which processes are down and skipped"));
    return settings;
  }

  private static List<Cost> costs(int nodes) {
    if (nodes == 1) {
      return List.of(new Cost("alone", "0", 0));
    }
    return List.of(
        new Cost("rests here", "0", 0),
        new Cost("all want it", "3", 3),
        new Cost("rests one ahead", "2n-1", 2L * nodes - 1));
  }

  private static Blueprint blueprint(View members, Settings settings) {
    TokenRing.requireSize(members);
    Worker.Config work = Worker.Config.of(settings);
    TokenRing.Config config =
        new TokenRing.Config(settings.nanos("retry"), settings.nanos("doubt"));
    ChosenDetector chosen = ChosenDetector.of(members, settings);
    return node -> {
      Detector detector = chosen.add(node);
      TokenRing ring =
          node.add(
              "token-ring", TokenRing.Msg.class, c -> new TokenRing(c, members, detector, config));
      Worker.add(node, members, List.of(ring), work);
    };
  }
}
