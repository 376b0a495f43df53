package coterie.elect;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** How often a leader repeats itself, and what is set about that and about the detector below. */
public final class Announcing {
  private static final int MISSED_MAX = 10;

  private Announcing() {}

  /** Makes the election on one process. */
  @FunctionalInterface
  public interface Maker<M extends Message> {
    Protocol<M> make(Context<M> context, View members, @Nullable Detector detector);
  }

  /**
   * The recipe of an election whose leader announces itself, above a detector.
   *
   * @param own the settings beside those of announcements and detectors
   * @param laboratory the values of these in a comparison
   * @param makers makes elections by the values of the settings
   */
  public static <M extends Message> ElectionRecipe recipe(
      String name,
      String summary,
      List<Setting> own,
      Class<M> family,
      IntFunction<List<Cost>> formulas,
      Map<String, String> laboratory,
      Function<Settings, Maker<M>> makers) {
    Map<String, String> compared = new TreeMap<>(laboratory);
    compared.putAll(
        Settings.values(
            "detector", "heartbeat", "period", "50ms", "silence", "300ms", "announce", "300ms"));
    return new ElectionRecipe.Value(
        name,
        summary,
        "30ms",
        () -> settings(own),
        false,
        family,
        formulas,
        compared,
        (members, settings) -> {
          Maker<M> maker = makers.apply(settings);
          ChosenDetector chosen = ChosenDetector.of(members, settings);
          return node -> {
            Detector detector = chosen.add(node);
            node.add(name, family, context -> maker.make(context, members, detector));
          };
        });
  }

  private static List<Setting> settings(List<Setting> own) {
    List<Setting> settings = new ArrayList<>(own);
    settings.add(
        Setting.duration(
            "announce",
            "4s",
            "from one announcement of the leader to its next; 0 for never, as without a detector"));
    settings.addAll(
        ChosenDetector.settings(
            "heartbeat", "who notices that the leader is down; none leaves it to a script"));
    return settings;
  }

  /** A script says what happens; announcements in between, unless asked for, would only hide it. */
  public static long nanos(Settings settings) {
    boolean isScripted = settings.word("detector").equals(ChosenDetector.NONE);
    return isScripted && !settings.isGiven("announce") ? 0 : settings.nanos("announce");
  }

  /**
   * How long a leader that repeats itself so often may be silent. This number of announcements in a
   * row does not get lost by chance; and a detector need not suspect a leader that it has never
   * met, as SWIM after a restart of its own.
   */
  public static long silenceNanos(long announceNanos) {
    return Math.min(announceNanos, Long.MAX_VALUE / MISSED_MAX) * MISSED_MAX;
  }
}
