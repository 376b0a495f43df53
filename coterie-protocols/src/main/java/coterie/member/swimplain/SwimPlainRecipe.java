package coterie.member.swimplain;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.member.swim.SwimRecipe;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** SWIM with incarnations, and without what practice has added, by name. */
public final class SwimPlainRecipe {
  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "swim-plain",
          "membership by probes in three phases; the failed stay listed and are probed",
          settings(),
          true,
          settings -> true,
          Settings.values("start", "converged"),
          List.of(
              new DetectorRecipe.Knob("period", List.of("300ms", "500ms", "1s", "2s", "3s", "5s")),
              new DetectorRecipe.Knob("relays", List.of("1", "3", "5"))),
          Settings.values(),
          null,
          (members, settings) ->
              blueprint(members, config(settings), settings.word("start").equals("converged")));

  private SwimPlainRecipe() {}

  private static List<Setting> settings() {
    return List.of(
        SwimRecipe.START,
        Setting.duration("period", "1", "from one probe of a member to its next"),
        Setting.duration(
            "timeout",
            "0",
            "how long a probe may stay unanswered before others are asked to try; 0: half a"
                + " period"),
        Setting.count("relays", 3, "number of other members that are asked to try"),
        Setting.count(
            "gossip", 6, "number of members that a message describes, its sender included"));
  }

  static Blueprint blueprint(View members, PlainSwim.Config config, boolean isConverged) {
    List<NodeId> contacts = SwimRecipe.contacts(members);
    return node ->
        node.add(
            "swim-plain",
            PlainSwim.Msg.class,
            context ->
                new PlainSwim(
                    context,
                    config,
                    isConverged && context.incarnation() == 1 ? members : null,
                    contacts));
  }

  static PlainSwim.Config config(Settings settings) {
    long period = settings.nanos("period");
    long timeout = settings.nanos("timeout");
    return new PlainSwim.Config(
        period,
        timeout > 0 ? timeout : period / 2,
        Math.toIntExact(settings.count("relays")),
        Math.toIntExact(settings.count("gossip")));
  }
}
