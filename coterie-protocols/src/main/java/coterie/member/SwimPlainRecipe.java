package coterie.member;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * SWIM by name, without any addition; each can be put on by itself, so that what it buys can be
 * measured.
 */
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
        Setting.count("relays", 3, "number of other members that are asked to try"),
        Setting.count(
            "gossip", 6, "number of members that a message describes, its sender included"),
        Setting.word(
            "order", List.of("random", "shuffled"), "whom to probe: anyone, or each once a round"),
        Setting.word(
            "news",
            List.of("random", "queued"),
            "what a message tells: of random members, or what is new until it was told often"),
        Setting.count("suspicion", 0, "periods in which a suspect may refute; 0: none"),
        Setting.flag("lifeguard", "local health, confirmations, telling a suspect first"),
        SwimRecipe.urgent(0),
        Setting.duration("push-pull", "0", "how often two compare all they know; 0: never"),
        Setting.duration("reconnect", "0", "how often a failed member is tried again; 0: never"));
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
    SwimConfig config = config(settings);
    return SwimRecipe.blueprint(members, config, settings.word("start").equals("converged"));
  }

  private static SwimConfig config(Settings settings) {
    SwimConfig plain = SwimConfig.plain();
    SwimConfig full = SwimConfig.lan();
    long period = settings.nanos("period");
    long timeout = settings.nanos("timeout");
    SwimConfig guard = settings.flag("lifeguard") ? full : plain;
    return new SwimConfig(
        period,
        timeout > 0 ? timeout : period / 2,
        Math.toIntExact(settings.count("relays")),
        Math.toIntExact(settings.count("suspicion")),
        guard.suspicionStretch(),
        guard.confirmations(),
        settings.word("order").equals("shuffled"),
        settings.word("news").equals("queued"),
        Math.toIntExact(settings.count("gossip")),
        full.tellFactor(),
        settings.nanos("push-pull"),
        plain.tombstoneNanos(),
        settings.nanos("reconnect"),
        plain.forgetNanos(),
        guard.healthMax(),
        guard.tellsSuspects(),
        Math.toIntExact(settings.count("urgent")));
  }
}
