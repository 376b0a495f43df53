package coterie.elect.bully;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.ElectionRecipe;
import coterie.core.Message;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.elect.Announcing;
import coterie.member.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Bully by name. */
public final class BullyRecipe implements ElectionRecipe {
  @Override
  public String name() {
    return "bully";
  }

  @Override
  public String summary() {
    return "election of the highest process that is up: ask the higher ones, lead if none answers";
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    settings.add(Setting.duration("ok-timeout", "2s", "how long processes may take to answer"));
    settings.add(
        Setting.duration(
            "coordinator-timeout", "4s", "how long, after an answer, the announcement may take"));
    settings.addAll(Announcing.settings());
    return settings;
  }

  @Override
  public String latency() {
    return "30ms";
  }

  @Override
  public boolean isFenced() {
    return false;
  }

  @Override
  public Class<? extends Message> family() {
    return Bully.Msg.class;
  }

  @Override
  public List<Cost> costs(int nodes) {
    long n = nodes;
    return List.of(new Cost("best", "n", n), new Cost("worst", "n²-n", n * n - n));
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("detector", "heartbeat");
    settings.put("period", "50ms");
    settings.put("silence", "300ms");
    settings.put("ok-timeout", "100ms");
    settings.put("coordinator-timeout", "200ms");
    settings.put("announce", "300ms");
    return settings;
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Bully.Config config =
        new Bully.Config(
            settings.nanos("ok-timeout"),
            settings.nanos("coordinator-timeout"),
            Announcing.nanos(settings));
    Watch watch = Watch.of(members, settings);
    return node -> {
      Detector detector = watch.add(node);
      node.add("bully", Bully.Msg.class, c -> new Bully(c, members, detector, config));
    };
  }
}
