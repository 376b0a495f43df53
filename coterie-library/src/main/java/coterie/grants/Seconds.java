package coterie.grants;

import coterie.core.TimeText;
import java.time.Duration;

/** A time in a sentence. */
public final class Seconds {
  private Seconds() {}

  public static String text(Duration time) {
    return TimeText.format(time.toNanos()) + " s";
  }
}
