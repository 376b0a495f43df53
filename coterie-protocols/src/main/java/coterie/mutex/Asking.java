package coterie.mutex;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is common to the locks for which a process asks everybody: their settings and limits. */
public final class Asking {
  /** Every entry takes messages to all; more members would only be slow. */
  static final int MEMBERS_MAX = 1024;

  private Asking() {}

  /** Makes the lock on one process. */
  @FunctionalInterface
  public interface Maker<M extends Message, P extends Protocol<M> & Mutex> {
    P make(Context<M> context, View members, @Nullable Detector detector, long retryNanos);
  }

  /**
   * The recipe of a lock for which a process asks everybody.
   *
   * @param messages how many messages an entry takes for every other process
   */
  public static <M extends Message, P extends Protocol<M> & Mutex> MutexRecipe recipe(
      String name,
      String summary,
      Class<M> family,
      MutexRecipe.Claims claims,
      int messages,
      Maker<M, P> maker) {
    return new MutexRecipe.Value(
        name,
        summary,
        "uniform:1ms,5ms",
        Asking::settings,
        false,
        Asking::promise,
        family,
        claims,
        n -> List.of(new Cost("always", messages + "(n-1)", (long) messages * (n - 1))),
        // With a high demand many wait for long; asking again would cost what no formula says.
        Settings.values("retry", "5s"),
        (members, settings) -> {
          requireSize(members);
          long retryNanos = requireRetry(settings.nanos("retry"));
          Worker.Config work = Worker.Config.of(settings);
          ChosenDetector chosen = ChosenDetector.of(members, settings);
          return node -> {
            Detector detector = chosen.add(node);
            P mutex = node.add(name, family, c -> maker.make(c, members, detector, retryNanos));
            Worker.add(node, members, List.of(mutex), work);
          };
        });
  }

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration("retry", "500ms", "how long to wait for an answer before asking again"));
    settings.addAll(
        ChosenDetector.settings(
            ChosenDetector.NONE, "the detector that decides which processes are down and skipped"));
    return settings;
  }

  /** A crash never lets two in; a detector that is wrong may. */
  public static MutexRecipe.Promise promise(Settings settings) {
    ChosenDetector chosen = ChosenDetector.of(View.numbered(0, 2), settings);
    return chosen.isThere()
        ? new MutexRecipe.Promise.UnlessMistaken(chosen.confirms())
        : new MutexRecipe.Promise.Always();
  }

  public static long requireRetry(long retryNanos) {
    if (retryNanos < 1) {
      throw new IllegalArgumentException(
          "the retry, after which one asks again, must be longer than 0");
    }
    return retryNanos;
  }

  public static void requireSize(View members) {
    if (members.size() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "a lock by everybody's permission takes groups of 1 to %d, not %d"
              .formatted(MEMBERS_MAX, members.size()));
    }
  }

  /** The position of this process among the members. */
  public static int requireMember(Context<?> context, View members) {
    int self = members.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the group");
    }
    return self;
  }
}
