package coterie.mutex;

import coterie.core.Blueprint;
import coterie.core.Cost;
import coterie.core.Message;
import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.member.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ricart and Agrawala's mutual exclusion by name. */
public final class RicartAgrawalaRecipe implements MutexRecipe {
  @Override
  public String name() {
    return "ricart-agrawala";
  }

  @Override
  public String summary() {
    return "mutual exclusion by everybody's permission, in the order of stamps: 2(n-1) messages";
  }

  @Override
  public String latency() {
    return "uniform:1ms,5ms";
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration("retry", "500ms", "after so long without an answer one asks again"));
    settings.addAll(Watch.settings(Watch.NONE, "who says that a process is down and is skipped"));
    return settings;
  }

  @Override
  public Promise promise(Settings settings) {
    return new Promise.Always();
  }

  @Override
  public Class<? extends Message> family() {
    return RicartAgrawala.Msg.class;
  }

  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return message instanceof RicartAgrawala.Request ? from : to;
  }

  @Override
  public List<Cost> costs(int nodes) {
    return List.of(new Cost("always", "2(n-1)", 2L * (nodes - 1)));
  }

  @Override
  public Map<String, String> laboratory() {
    return new TreeMap<>();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Worker.Config work = Worker.Config.of(settings);
    return node -> {
      RicartAgrawala mutex =
          node.add(
              "ricart-agrawala",
              RicartAgrawala.Msg.class,
              context -> new RicartAgrawala(context, members, settings.nanos("retry")));
      Worker.add(node, members, List.of(mutex), work);
    };
  }
}
