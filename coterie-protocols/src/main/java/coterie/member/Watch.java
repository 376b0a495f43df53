package coterie.member;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.DetectorRecipe;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.detect.heartbeat.HeartbeatRecipe;
import coterie.detect.heartring.HeartRingRecipe;
import coterie.detect.phi.PhiAccrualRecipe;
import coterie.detect.vring.VRingRecipe;
import coterie.member.swim.SwimRecipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The failure detector below another protocol, chosen by name. */
public final class Watch {
  public static final String NONE = "none";

  private static final List<DetectorRecipe> RECIPES =
      List.of(
          new HeartbeatRecipe(),
          new HeartRingRecipe(),
          new PhiAccrualRecipe(),
          new SwimRecipe(),
          new VRingRecipe());

  private final @Nullable Blueprint blueprint;

  private final boolean confirms;

  private Watch(@Nullable Blueprint blueprint, boolean confirms) {
    this.blueprint = blueprint;
    this.confirms = confirms;
  }

  /**
   * What can be set about it, to stand among the settings of a protocol.
   *
   * @param fallback the detector that runs unless another one is asked for
   * @param task what the detector is for, such as "who notices that the leader is down"
   */
  public static List<Setting> settings(String fallback, String task) {
    List<String> words = new ArrayList<>();
    words.add(fallback);
    for (String word : List.of("heartbeat", "heartring", "phi", "swim", "vring", NONE)) {
      if (!word.equals(fallback)) {
        words.add(word);
      }
    }
    return List.of(
        Setting.word("detector", words, task),
        Setting.duration("period", "500ms", "from one sign of life to the next"),
        Setting.duration(
            "silence", "2s", "how long a process may be silent (heartbeat and heartring)"));
  }

  /**
   * The detector that the settings name.
   *
   * @throws IllegalArgumentException if the detector cannot run with these settings
   */
  public static Watch of(View members, Settings settings) {
    String word = settings.word("detector");
    for (DetectorRecipe recipe : RECIPES) {
      if (recipe.name().equals(word)) {
        Settings chosen = new Settings(recipe.settings(), values(recipe, settings));
        return new Watch(recipe.blueprint(members, chosen), recipe.confirms());
      }
    }
    return new Watch(null, false);
  }

  /** Whether there is a detector at all. */
  public boolean isThere() {
    return blueprint != null;
  }

  /** Which note is the detector's verdict; see {@link DetectorRecipe#confirms}. */
  public boolean confirms() {
    return confirms;
  }

  /** The detector's own settings: those it is compared with, at the pace that is asked for. */
  private static Map<String, String> values(DetectorRecipe recipe, Settings settings) {
    long period = settings.nanos("period");
    long silence = settings.nanos("silence");
    Map<String, String> values = new TreeMap<>(recipe.laboratory());
    values.put("period", period + "ns");
    switch (recipe.name()) {
      case "heartbeat" -> {
        values.put("timeouts", "fixed");
        values.put("timeout", silence(period, silence));
      }
      case "heartring" -> {
        values.put("timeout", silence(period, silence));
        values.put("recovery", "0");
      }
      case "vring" -> values.put("timeout", period / 2 + "ns");
      default -> {}
    }
    return values;
  }

  /** The detector calls it a timeout, which is another flag of Ring; so it is checked here. */
  private static String silence(long periodNanos, long silenceNanos) {
    if (silenceNanos <= periodNanos) {
      throw new IllegalArgumentException(
          "the silence must be longer than the period of %s s, or every process is suspected"
                  .formatted(TimeText.format(periodNanos))
              + " between two signs of life, but it is %s s"
                  .formatted(TimeText.format(silenceNanos)));
    }
    return silenceNanos + "ns";
  }

  /** Adds the detector to the node; null if there is none. */
  public @Nullable Detector add(Node node) {
    return blueprint == null ? null : build(blueprint, node);
  }

  /** Builds it on that node, and says which detector there is among what it adds. */
  public static @Nullable Detector build(Blueprint blueprint, Node node) {
    Capture capture = new Capture(node);
    blueprint.build(capture);
    return capture.detector;
  }

  /** Sees which detector a blueprint adds. */
  private static final class Capture implements Node {
    private final Node node;
    private @Nullable Detector detector;

    Capture(Node node) {
      this.node = node;
    }

    @Override
    public NodeId self() {
      return node.self();
    }

    @Override
    public <M extends Message, P extends Protocol<M>> P add(
        String channel, Class<M> family, Function<? super Context<M>, P> maker) {
      P protocol = node.add(channel, family, maker);
      if (protocol instanceof Detector found) {
        detector = found;
      }
      return protocol;
    }
  }
}
