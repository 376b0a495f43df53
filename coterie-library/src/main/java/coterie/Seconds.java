package coterie;

import coterie.core.TimeText;
import java.time.Duration;

/** A time in a sentence. */
final class Seconds {
  private Seconds() {}

  static String text(Duration time) {
    return TimeText.format(time.toNanos()) + " s";
  }
}
