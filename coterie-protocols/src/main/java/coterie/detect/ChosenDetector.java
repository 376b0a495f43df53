package coterie.detect;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The failure detector below another protocol, chosen by name among all that there are. */
public final class ChosenDetector {
  public static final String NONE = "none";

  /**
   * All detectors that run below other protocols, by name. They are looked up when somebody first
   * asks for them, and not before: the recipes of those protocols are found in the same way.
   */
  private static final class Registry {
    static final List<DetectorRecipe> ALL =
        Recipe.all(ChosenDetector.class.getClassLoader()).stream()
            .filter(DetectorRecipe.class::isInstance)
            .map(DetectorRecipe.class::cast)
            .filter(recipe -> recipe.below(1, Long.MAX_VALUE) != null)
            .sorted(Comparator.comparing(Recipe::name))
            .toList();
  }

  private final @Nullable Blueprint blueprint;

  private final boolean confirms;

  private ChosenDetector(@Nullable Blueprint blueprint, boolean confirms) {
    this.blueprint = blueprint;
    this.confirms = confirms;
  }

  /**
   * Returns what can be set about it, to stand among the settings of a protocol.
   *
   * @param fallback the name of the detector that runs if no other one is asked for
   * @param task what the detector is for, such as "who notices that the leader is down"
   */
  public static List<Setting> settings(String fallback, String task) {
    List<String> words = new ArrayList<>(Registry.ALL.stream().map(Recipe::name).toList());
    words.add(NONE);
    words.remove(fallback);
    words.addFirst(fallback);
    return List.of(
        Setting.word("detector", words, task),
        Setting.duration("period", "500ms", "from one sign of life to the next"),
        Setting.duration(
            "silence", "2s", "how long a process may be silent (heartbeat and heartring)"));
  }

  /**
   * Finds a detector by its name.
   *
   * @throws IllegalArgumentException if no detector has that name
   */
  public static DetectorRecipe named(String name) {
    return Registry.ALL.stream()
        .filter(recipe -> recipe.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown detector \"%s\"; choose one of %s"
                        .formatted(name, Registry.ALL.stream().map(Recipe::name).toList())));
  }

  /**
   * Returns the detector that the settings name.
   *
   * @throws IllegalArgumentException if the detector cannot run with these settings
   */
  public static ChosenDetector of(View members, Settings settings) {
    String word = settings.word("detector");
    if (word.equals(NONE)) {
      return new ChosenDetector(null, false);
    }
    DetectorRecipe recipe = named(word);
    Map<String, String> values = recipe.below(settings.nanos("period"), settings.nanos("silence"));
    Settings own = new Settings(recipe.settings(), values == null ? recipe.laboratory() : values);
    return new ChosenDetector(recipe.blueprint(members, own), recipe.confirms());
  }

  /** Returns whether there is a detector at all. */
  public boolean isThere() {
    return blueprint != null;
  }

  /** Tells which note is the detector's verdict; see {@link DetectorRecipe#confirms}. */
  public boolean confirms() {
    return confirms;
  }

  /**
   * Returns the silence as a value of a setting. A detector calls it a timeout, which is another
   * flag of the election by a ring; so it is checked here.
   */
  public static String requireSilence(long periodNanos, long silenceNanos) {
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
