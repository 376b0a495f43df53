package coterie.mutex;

import coterie.core.Context;
import coterie.core.MutexRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import coterie.member.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is common to the locks for which a process asks everybody: their settings and limits. */
public final class Asking {
  /** Every entry takes messages to all; more members would only be slow. */
  static final int MEMBERS_MAX = 1024;

  private Asking() {}

  public static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(
        Setting.duration("retry", "500ms", "how long to wait for an answer before asking again"));
    settings.addAll(
        Watch.settings(
            Watch.NONE, "the detector that decides which processes are down and skipped"));
    return settings;
  }

  /** A crash never lets two in; a detector that is wrong may. */
  public static MutexRecipe.Promise promise(Settings settings) {
    Watch watch = Watch.of(View.numbered(0, 2), settings);
    return watch.isThere()
        ? new MutexRecipe.Promise.UnlessMistaken(watch.confirms())
        : new MutexRecipe.Promise.Always();
  }

  /** After how long one asks again. */
  public static long retryNanos(Settings settings) {
    return requireRetry(settings.nanos("retry"));
  }

  public static long requireRetry(long retryNanos) {
    if (retryNanos < 1) {
      throw new IllegalArgumentException(
          "the retry, after which one asks again, must be longer than 0");
    }
    return retryNanos;
  }

  /** With a high demand many wait for long; who asked again would cost what no formula says. */
  public static Map<String, String> laboratory() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("retry", "5s");
    return settings;
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
      throw new IllegalArgumentException(context.self() + " is no member of the group");
    }
    return self;
  }
}
