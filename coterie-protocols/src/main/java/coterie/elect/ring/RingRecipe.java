package coterie.elect.ring;

import coterie.elect.Announcing;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Ring election by name. */
public final class RingRecipe {
  public static final ElectionRecipe RECIPE =
      Announcing.recipe(
          "ring",
          "a token goes round and collects who stands; the highest is announced in a second lap",
          List.of(
              Setting.duration(
                  "timeout",
                  "2s",
                  "how long an election may take before it begins again, at first")),
          RingElection.Msg.class,
          RingRecipe::costs,
          Settings.values("timeout", "300ms"),
          RingRecipe::maker);

  private RingRecipe() {}

  /** Of those that are up, a single one needs no messages to elect itself. */
  private static List<Cost> costs(int nodes) {
    boolean isAlone = nodes <= 2;
    List<Cost> costs = new ArrayList<>();
    costs.add(new Cost("one notices", "2(n-1)", isAlone ? 0 : 2L * (nodes - 1)));
    costs.add(new Cost("two full laps", "2n", nodes == 1 ? 0 : 2L * nodes));
    costs.add(new Cost("all notice", "3n-4", isAlone ? 0 : 3L * nodes - 4));
    costs.sort(Comparator.comparingLong(Cost::messages));
    return List.copyOf(costs);
  }

  private static Announcing.Maker<RingElection.Msg> maker(Settings settings) {
    RingElection.Config config =
        new RingElection.Config(settings.nanos("timeout"), Announcing.nanos(settings));
    return (context, members, detector) -> new RingElection(context, members, detector, config);
  }
}
