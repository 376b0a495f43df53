package coterie.detect.vring;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.detect.Counts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** VRing by name. */
public final class VRingRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "vring";
  }

  @Override
  public String summary() {
    return "diagnosis on a virtual ring: test your successor, learn what it knows";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "30", "from one turn of a process to its next"),
        Setting.duration("timeout", "10", "how long an answer to a test may take"),
        Setting.word(
            "start", List.of("unknown", "converged"), "what processes know of each other at first"),
        Setting.word(
            "phases",
            List.of("together", "scattered"),
            "first tests after one period, or at a random moment of the first period"),
        Setting.flag("mend", "bring counts of different ages together after a recovery"));
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("period", "1s");
    settings.put("timeout", "500ms");
    settings.put("start", "converged");
    settings.put("phases", "scattered");
    settings.put("mend", "true");
    return settings;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob(
            "timeout",
            List.of(
                "50ms", "100ms", "150ms", "200ms", "300ms", "400ms", "500ms", "700ms", "900ms")),
        new Knob("period", List.of("200ms", "500ms", "1s", "2s")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    VRing.Config config =
        new VRing.Config(
            settings.nanos("period"),
            settings.nanos("timeout"),
            settings.word("phases").equals("scattered"),
            settings.flag("mend"));
    // One tree of counts for all: what nobody has changed yet is shared.
    Counts unknown = Counts.unknown(members.size(), 0);
    Counts first =
        settings.word("start").equals("converged") ? Counts.correct(members.size(), 0) : unknown;
    return node ->
        node.add(
            "vring",
            VRing.Msg.class,
            context ->
                new VRing(context, members, context.incarnation() == 1 ? first : unknown, config));
  }
}
