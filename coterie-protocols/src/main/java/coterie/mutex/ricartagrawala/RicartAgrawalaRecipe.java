package coterie.mutex.ricartagrawala;

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
import coterie.mutex.Asking;
import coterie.mutex.Worker;
import java.util.List;
import java.util.Map;
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
    return Asking.settings();
  }

  @Override
  public Promise promise(Settings settings) {
    return Asking.promise(settings);
  }

  @Override
  public Class<? extends Message> family() {
    return RicartAgrawala.Msg.class;
  }

  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return switch ((RicartAgrawala.Msg) message) {
      case RicartAgrawala.Request request -> from;
      case RicartAgrawala.Reply reply -> to;
      case RicartAgrawala.Hello hello -> null;
      case RicartAgrawala.Welcome welcome -> null;
    };
  }

  @Override
  public List<Cost> costs(int nodes) {
    return List.of(new Cost("always", "2(n-1)", 2L * (nodes - 1)));
  }

  @Override
  public Map<String, String> laboratory() {
    return Asking.laboratory();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Asking.requireSize(members);
    long retryNanos = Asking.retryNanos(settings);
    Worker.Config work = Worker.Config.of(settings);
    Watch watch = Watch.of(members, settings);
    return node -> {
      Detector detector = watch.add(node);
      RicartAgrawala mutex =
          node.add(
              "ricart-agrawala",
              RicartAgrawala.Msg.class,
              context -> new RicartAgrawala(context, members, detector, retryNanos));
      Worker.add(node, members, List.of(mutex), work);
    };
  }
}
