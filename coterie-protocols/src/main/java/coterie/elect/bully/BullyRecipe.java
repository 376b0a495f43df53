package coterie.elect.bully;

import coterie.elect.Announcing;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** Bully by name. */
public final class BullyRecipe {
  public static final ElectionRecipe RECIPE =
      Announcing.recipe(
          "bully",
          "election of the highest process that is up: ask the higher ones, lead if none answers",
          List.of(
              Setting.duration("ok-timeout", "2s", "how long processes may take to answer"),
              Setting.duration(
                  "coordinator-timeout",
                  "4s",
                  "how long, after an answer, the announcement may take")),
          Bully.Msg.class,
          BullyRecipe::costs,
          Settings.values("ok-timeout", "100ms", "coordinator-timeout", "200ms"),
          BullyRecipe::maker);

  private BullyRecipe() {}

  private static List<Cost> costs(int nodes) {
    long n = nodes;
    return List.of(new Cost("best", "n", n), new Cost("worst", "n²-n", n * n - n));
  }

  private static Announcing.Maker<Bully.Msg> maker(Settings settings) {
    Bully.Config config =
        new Bully.Config(
            settings.nanos("ok-timeout"),
            settings.nanos("coordinator-timeout"),
            Announcing.nanos(settings));
    return (context, members, detector) -> new Bully(context, members, detector, config);
  }
}
