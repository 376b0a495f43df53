package coterie.web.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Methods of {@link String} that the browser's class library lacks. */
public final class StringCalls {
  private StringCalls() {}

  /**
   * Returns the lines without their ends; a text that ends with a line end has no line after it.
   */
  public static Stream<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int length = text.length();
    int start = 0;
    while (start < length) {
      int end = start;
      while (end < length && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
        end++;
      }
      lines.add(text.substring(start, end));
      boolean isPair = end + 1 < length && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
      start = end + (isPair ? 2 : 1);
    }
    return lines.stream();
  }
}
