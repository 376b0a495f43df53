package coterie.lab.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list in columns if it is short; else equal neighbours are drawn together: {@code 0*998 1 0}.
 */
final class RunLength {
  private static final int SHORT = 40;
  private static final int WIDTH = 3;

  private RunLength() {}

  static String of(List<? extends @Nullable Object> items) {
    StringBuilder text = new StringBuilder();
    boolean isShort = items.size() <= SHORT;
    int at = 0;
    while (at < items.size()) {
      String item = text(items.get(at));
      int end = at + 1;
      while (!isShort && end < items.size() && text(items.get(end)).equals(item)) {
        end++;
      }
      text.append(isShort && item.length() < WIDTH ? "%3s".formatted(item) : " " + item);
      if (end - at > 1) {
        text.append('*').append(end - at);
      }
      at = end;
    }
    return items.isEmpty() ? "  -" : text.toString();
  }

  private static String text(@Nullable Object item) {
    return item == null ? "-" : item.toString();
  }
}
