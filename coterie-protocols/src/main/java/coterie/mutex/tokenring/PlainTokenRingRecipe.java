package coterie.mutex.tokenring;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.Message;
import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.mutex.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The textbook's token ring by name. */
public final class PlainTokenRingRecipe implements MutexRecipe {
  @Override
  public String name() {
    return "token-ring-plain";
  }

  @Override
  public String summary() {
    return "mutual exclusion by a token that always goes round, one message a pass; a loss or a"
        + " crash ends it";
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
            "linger", "1ms", "how long a process that does not want the token keeps it"));
    return settings;
  }

  @Override
  public Promise promise(Settings settings) {
    return new Promise.Always();
  }

  @Override
  public Class<? extends Message> family() {
    return PlainTokenRing.Msg.class;
  }

  /** The token travels for nobody in particular. */
  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return null;
  }

  @Override
  public List<Cost> costs(int nodes) {
    if (nodes == 1) {
      return List.of(new Cost("alone", "0", 0));
    }
    return List.of(new Cost("all want it", "1", 1), new Cost("only one wants it", "n", nodes));
  }

  @Override
  public Map<String, String> laboratory() {
    return new TreeMap<>();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    TokenRing.requireSize(members);
    Worker.Config work = Worker.Config.of(settings);
    PlainTokenRing.Config config = new PlainTokenRing.Config(settings.nanos("linger"));
    return node -> {
      PlainTokenRing ring =
          node.add(
              "token-ring-plain",
              PlainTokenRing.Msg.class,
              context -> new PlainTokenRing(context, members, config));
      Worker.add(node, members, List.of(ring), work);
    };
  }
}
