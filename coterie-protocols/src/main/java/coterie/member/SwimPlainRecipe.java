package coterie.member;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SWIM by name, without any addition: what those buy shows beside it. */
public final class SwimPlainRecipe implements DetectorRecipe {
  @Override
  public String name() {
    return "swim-plain";
  }

  @Override
  public String summary() {
    return "membership by random probes, no suspicion, random members in every message";
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
        Setting.count("relays", 3, "how many others are asked to try"),
        Setting.count("gossip", 6, "how many members a message tells about, its sender included"),
        Setting.word(
            "order", List.of("random", "shuffled"), "whom to probe: anyone, or each once a round"));
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
    SwimConfig plain = SwimConfig.plain();
    long period = settings.nanos("period");
    long timeout = settings.nanos("timeout");
    SwimConfig config =
        new SwimConfig(
            period,
            timeout > 0 ? timeout : period / 2,
            Math.toIntExact(settings.count("relays")),
            plain.suspicionPeriods(),
            plain.suspicionStretch(),
            plain.confirmations(),
            settings.word("order").equals("shuffled"),
            plain.queued(),
            Math.toIntExact(settings.count("gossip")),
            plain.tellFactor(),
            plain.syncNanos(),
            plain.tombstoneNanos(),
            plain.reconnectNanos(),
            plain.forgetNanos(),
            plain.healthMax(),
            plain.tellsSuspects());
    return SwimRecipe.blueprint(members, config, settings.word("start").equals("converged"));
  }
}
