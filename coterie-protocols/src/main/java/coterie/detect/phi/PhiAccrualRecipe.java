package coterie.detect.phi;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The phi accrual detector by name. */
public final class PhiAccrualRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "phi";
  }

  @Override
  public String summary() {
    return "phi accrual: everybody beats to everybody; suspicion grows with silence";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "1s", "from one beat of a process to its next"),
        Setting.decimal("threshold", "8", "the level from which a process counts as suspected"),
        Setting.count("samples", 1000, "number of intervals between beats that are remembered"),
        Setting.duration("deviation", "100ms", "the minimum deviation of intervals"),
        Setting.duration("acceptable-pause", "0", "how much later than usual a beat may always be"),
        Setting.word(
            "phases",
            List.of("together", "scattered"),
            "first beats at the start, or at a random moment of the first period"));
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("period", "1s");
    settings.put("phases", "scattered");
    return settings;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        new Knob("threshold", List.of("0.5", "1", "2", "4", "8", "12", "20", "40")),
        new Knob("period", List.of("200ms", "500ms", "1s", "2s")),
        new Knob("acceptable-pause", List.of("0", "500ms", "1s", "3s")));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Phi.Config phi =
        new Phi.Config(
            settings.nanos("period"),
            (int) Math.min(settings.count("samples"), Integer.MAX_VALUE),
            settings.nanos("deviation"),
            settings.nanos("acceptable-pause"));
    PhiAccrual.Config config =
        new PhiAccrual.Config(
            settings.word("phases").equals("scattered"), settings.decimal("threshold"), phi);
    return node -> node.add("phi", PhiAccrual.Msg.class, c -> new PhiAccrual(c, members, config));
  }
}
