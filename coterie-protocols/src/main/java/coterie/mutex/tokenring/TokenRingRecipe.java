package coterie.mutex.tokenring;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.Message;
import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.member.Watch;
import coterie.mutex.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The token ring by name. */
public final class TokenRingRecipe implements MutexRecipe {
  @Override
  public String name() {
    return "token-ring";
  }

  @Override
  public String summary() {
    return "mutual exclusion by a token that goes round when it is wanted, in the order of the"
        + " ring";
  }

  @Override
  public String latency() {
    return "uniform:1ms,5ms";
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration(
            "retry", "500ms", "how long to wait for an answer before repeating the message"));
    settings.add(
        Setting.duration(
            "doubt", "1s", "how long to wait before asking whether the token is lost"));
    settings.addAll(
        Watch.settings(
            Watch.NONE, "the detector that decides which processes are down and skipped"));
    return settings;
  }

  @Override
  public Promise promise(Settings settings) {
    Watch watch = Watch.of(View.numbered(0, 1), settings);
    return watch.isThere() ? new Promise.UnlessMistaken(watch.confirms()) : new Promise.Always();
  }

  @Override
  public Class<? extends Message> family() {
    return TokenRing.Msg.class;
  }

  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return message instanceof TokenRing.Want want ? want.who() : null;
  }

  @Override
  public List<Cost> costs(int nodes) {
    if (nodes == 1) {
      return List.of(new Cost("alone", "0", 0));
    }
    return List.of(
        new Cost("rests here", "0", 0),
        new Cost("all want it", "3", 3),
        new Cost("rests one ahead", "2n-1", 2L * nodes - 1));
  }

  @Override
  public Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("retry", "5s");
    return settings;
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    TokenRing.requireSize(members);
    Worker.Config work = Worker.Config.of(settings);
    TokenRing.Config config =
        new TokenRing.Config(settings.nanos("retry"), settings.nanos("doubt"));
    Watch watch = Watch.of(members, settings);
    return node -> {
      Detector detector = watch.add(node);
      TokenRing ring =
          node.add(
              "token-ring", TokenRing.Msg.class, c -> new TokenRing(c, members, detector, config));
      Worker.add(node, members, List.of(ring), work);
    };
  }
}
