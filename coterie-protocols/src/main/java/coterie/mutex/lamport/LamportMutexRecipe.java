package coterie.mutex.lamport;

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

/** Lamport's mutual exclusion by name. */
public final class LamportMutexRecipe implements MutexRecipe {
  @Override
  public String name() {
    return "lamport";
  }

  @Override
  public String summary() {
    return "mutual exclusion by a queue that everybody keeps, in the order of stamps: 3(n-1)"
        + " messages";
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
    return LamportMutex.Msg.class;
  }

  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return switch ((LamportMutex.Msg) message) {
      case LamportMutex.Request request -> from;
      case LamportMutex.Ack ack -> to;
      case LamportMutex.Release release -> from;
      case LamportMutex.Hello hello -> null;
      case LamportMutex.Welcome welcome -> null;
    };
  }

  @Override
  public List<Cost> costs(int nodes) {
    return List.of(new Cost("always", "3(n-1)", 3L * (nodes - 1)));
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
      LamportMutex mutex =
          node.add(
              "lamport",
              LamportMutex.Msg.class,
              context -> new LamportMutex(context, members, detector, retryNanos));
      Worker.add(node, members, List.of(mutex), work);
    };
  }
}
