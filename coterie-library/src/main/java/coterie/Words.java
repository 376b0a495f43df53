package coterie;

import coterie.core.TimeText;
import java.time.Duration;

/** Parts of sentences. */
final class Words {
  private Words() {}

  static String seconds(Duration time) {
    return TimeText.format(time.toNanos()) + " s";
  }
}
