package coterie.elect;

import coterie.core.Setting;
import coterie.core.Settings;
import coterie.member.Watch;
import java.util.ArrayList;
import java.util.List;

/** How often a leader repeats itself, and what is set about that and about the detector below. */
public final class Announcing {
  private static final int MISSED_MAX = 10;

  private Announcing() {}

  public static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    settings.add(
        Setting.duration(
            "announce",
            "4s",
            "from one announcement of the leader to its next; 0 for never, as without a detector"));
    settings.addAll(
        Watch.settings(
            "heartbeat", "who notices that the leader is down; none leaves it to a script"));
    return settings;
  }

  /** A script says what happens; announcements in between, unless asked for, would only hide it. */
  public static long nanos(Settings settings) {
    boolean isScripted = settings.word("detector").equals(Watch.NONE);
    return isScripted && !settings.isGiven("announce") ? 0 : settings.nanos("announce");
  }

  /**
   * How long a leader that repeats itself so often may be silent. So many announcements in a row do
   * not get lost by chance; and a detector need not suspect a leader that it has never met, as SWIM
   * after a restart of its own.
   */
  public static long silenceNanos(long announceNanos) {
    return Math.min(announceNanos, Long.MAX_VALUE / MISSED_MAX) * MISSED_MAX;
  }
}
