package coterie.examples;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;

/** A failure detector that can be compared with others, and tuned. */
public final class PulseRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "pulse";
  }

  @Override
  public String summary() {
    return "example: a failure detector with a fixed timeout";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "1", "from one beat to the next"),
        Setting.duration("timeout", "3", "how long silence may last"));
  }

  /** The settings for compare: a period of a second, as all others have there. */
  @Override
  public Map<String, String> laboratory() {
    return Map.of("period", "1", "timeout", "2500ms");
  }

  /** What tune may move: first what trades speed for mistakes, then what changes traffic. */
  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob("timeout", List.of("1500ms", "2500ms", "4s", "6s")),
        new Knob("period", List.of("500ms", "1", "2")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Pulse.Config config = new Pulse.Config(settings.nanos("period"), settings.nanos("timeout"));
    return node ->
        node.add("pulse", Pulse.Msg.class, context -> new Pulse(context, members, config));
  }
}
