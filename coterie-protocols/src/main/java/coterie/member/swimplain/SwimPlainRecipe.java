package coterie.member.swimplain;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.NodeId;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.member.swim.SwimRecipe;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SWIM with incarnations, and without what practice has added, by name. */
public final class SwimPlainRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "swim-plain";
  }

  @Override
  public String summary() {
    return "membership by probes in three phases; the failed stay listed and are probed";
  }

  @Override
  public List<Setting> settings() {
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

  @Override
  public boolean confirms() {
    return true;
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("start", "converged");
    return settings;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob("period", List.of("300ms", "500ms", "1s", "2s", "3s", "5s")),
        new Knob("relays", List.of("1", "3", "5")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    return blueprint(members, config(settings), settings.word("start").equals("converged"));
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
