package coterie.store.documents;

import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/**
 * How documents are kept.
 *
 * @param resolution what a reader is shown where there are siblings
 * @param periodNanos how often a replica tells another one what it has
 * @param driftMaxMillis a stamp further ahead of the wall clock than that does not move the clock
 * @param historyCount how many versions of a document are remembered, besides its siblings; 0 for
 *     none. All members are given the same, and the same age
 * @param historyMillis and of these, those that are older than the newest by that much at most; 0
 *     for no limit
 */
public record DocumentsConfig(
    Resolution resolution,
    long periodNanos,
    long driftMaxMillis,
    int historyCount,
    long historyMillis) {
  /** The longest history: with it a document still fits into one message. */
  public static final int HISTORY_MAX = 100;

  private static final long MILLI = 1_000_000;

  public DocumentsConfig {
    if (periodNanos < 1) {
      throw new IllegalArgumentException("period must be more than 0, not " + periodNanos);
    }
    if (driftMaxMillis < 0) {
      throw new IllegalArgumentException("drift is a duration from 0, not " + driftMaxMillis);
    }
    if (historyCount < 0 || historyCount > HISTORY_MAX) {
      throw new IllegalArgumentException(
          "history takes 0 to %d versions, not %d".formatted(HISTORY_MAX, historyCount));
    }
    if (historyMillis < 0 || (historyMillis > 0 && historyCount == 0)) {
      throw new IllegalArgumentException(
          "history-age takes a duration from 1 ms, and a history of 1 version or more");
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
            "how far a received stamp may be ahead of the own clock and still move it"),
        Setting.count(
            "history", 10, "how many versions of a document are remembered, up to 100; 0: none"),
        Setting.duration(
            "history-age",
            "0",
            "versions older than the newest by more are forgotten; 0: no limit"));
  }

  static DocumentsConfig of(Settings settings) {
    return new DocumentsConfig(
        Resolution.named(settings.word("resolution")),
        settings.nanos("period"),
        settings.nanos("drift") / MILLI,
        (int) Math.min(settings.count("history"), Integer.MAX_VALUE),
        historyMillis(settings));
  }

  /** A part of a millisecond is one, so that it is not taken for no limit. */
  private static long historyMillis(Settings settings) {
    return (settings.nanos("history-age") + MILLI - 1) / MILLI;
  }
}
