package coterie.store;

import coterie.core.Setting;
import coterie.core.Settings;
import java.util.List;

/**
 * How documents are kept.
 *
 * @param resolution what a reader is shown where there are siblings
 * @param periodNanos how often a replica tells another one what it has
 * @param driftMaxMillis a stamp further ahead of the wall clock than that does not move the clock
 */
public record DocumentsConfig(Resolution resolution, long periodNanos, long driftMaxMillis) {
  private static final long MILLI = 1_000_000;

  public DocumentsConfig {
    if (periodNanos < 1) {
      throw new IllegalArgumentException("period must be more than 0, not " + periodNanos);
    }
    if (driftMaxMillis < 0) {
      throw new IllegalArgumentException("drift is a duration from 0, not " + driftMaxMillis);
    }
  }

  static List<Setting> settings() {
    return List.of(
        Setting.word(
            "resolution", Resolution.WORDS, "what a reader is shown where there are siblings"),
        Setting.duration("period", "100ms", "how often a replica tells another what it has"),
        Setting.duration(
            "drift",
            "1s",
            "how far a received stamp may be ahead of the own clock and still move it"));
  }

  static DocumentsConfig of(Settings settings) {
    return new DocumentsConfig(
        Resolution.named(settings.word("resolution")),
        settings.nanos("period"),
        settings.nanos("drift") / MILLI);
  }
}
