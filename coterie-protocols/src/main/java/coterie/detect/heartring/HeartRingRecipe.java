package coterie.detect.heartring;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.detect.Counts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** HeartRing by name. */
public final class HeartRingRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "heartring";
  }

  @Override
  public String summary() {
    return "heartbeats on a virtual ring: watch your successor, beat to your watcher";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "1s", "from one beat of a process to its next"),
        Setting.duration("timeout", "3s", "how long the watched process may be silent"),
        Setting.duration("recovery", "500ms", "how long a recovered process waits to beat"),
        Setting.flag("spread", "let beats carry what is known, so that all learn of a crash"),
        Setting.word(
            "phases",
            List.of("together", "scattered"),
            "first beats after one period, or at a random moment of the first period"));
  }

  /** Without it only the watcher of a process learns that it has crashed. */
  @Override
  public boolean tellsAll(Settings settings) {
    return settings.flag("spread");
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("period", "1s");
    settings.put("timeout", "3s");
    settings.put("spread", "true");
    settings.put("phases", "scattered");
    return settings;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob("timeout", List.of("1.1s", "1.2s", "1.5s", "2s", "2.5s", "3s", "4s", "6s", "10s")),
        new Knob("period", List.of("200ms", "500ms", "1s", "2s")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    HeartRing.Config config =
        new HeartRing.Config(
            settings.nanos("period"),
            settings.nanos("timeout"),
            settings.nanos("recovery"),
            settings.word("phases").equals("scattered"),
            settings.flag("spread"));
    Counts unknown = Counts.unknown(members.size(), 0);
    return node ->
        node.add(
            "heartring",
            HeartRing.Msg.class,
            context -> new HeartRing(context, members, unknown, config));
  }
}
