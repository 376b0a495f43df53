package coterie.detect.heartbeat;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Heartbeat by name. */
public final class HeartbeatRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "heartbeat";
  }

  @Override
  public String summary() {
    return "everybody beats to everybody; timeouts adapt, and grow with every mistake";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "500ms", "from one beat of a process to its next"),
        Setting.word(
            "timeouts",
            List.of("adaptive", "fixed"),
            "whether timeouts adapt to the intervals between beats"),
        Setting.duration(
            "timeout", "2s", "the fixed timeout, or the first one until ten intervals are known"),
        Setting.decimal("deviations", "4", "deviations above the mean interval, if adaptive"),
        Setting.duration("minimum", "100ms", "the minimum timeout before the margin, if adaptive"),
        Setting.duration("maximum", "60s", "the maximum timeout before the margin, if adaptive"),
        Setting.duration("margin", "100ms", "added at first and after every mistake, if adaptive"),
        Setting.word(
            "phases",
            List.of("together", "scattered"),
            "first beats at the start, or at a random moment of the first period"));
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("period", "1s");
    settings.put("timeout", "5s");
    settings.put("phases", "scattered");
    return settings;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob("deviations", List.of("0", "1", "2", "3", "4", "6", "8", "12")),
        new Knob("period", List.of("200ms", "500ms", "1s", "2s")),
        new Knob("minimum", List.of("100ms", "1s", "2500ms", "5s")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Heartbeat.Config config =
        new Heartbeat.Config(
            settings.nanos("period"),
            settings.word("phases").equals("scattered"),
            settings.word("timeouts").equals("adaptive"),
            settings.nanos("timeout"),
            settings.decimal("deviations"),
            settings.nanos("minimum"),
            settings.nanos("maximum"),
            settings.nanos("margin"));
    return node ->
        node.add("heartbeat", Heartbeat.Msg.class, c -> new Heartbeat(c, members, config));
  }
}
