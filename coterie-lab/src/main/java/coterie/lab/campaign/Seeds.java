package coterie.lab.campaign;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of seeds, both ends included; it may be empty. */
public record Seeds(long first, long last) {
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})(?:\\.\\.([0-9]{1,18}))?");

  /** Reads {@code 1..1000}, or one seed such as {@code 17}. */
  public static Seeds parse(String flag, String text) {
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      long first = Long.parseLong(range.group(1));
      long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
      if (first <= last) {
        return new Seeds(first, last);
      }
    }
    throw new IllegalArgumentException(
        "%s %s: give a range of seeds, such as 1..1000, or one seed".formatted(flag, text));
  }

  public long count() {
    return last - first + 1;
  }

  public boolean isEmpty() {
    return last < first;
  }

  @Override
  public String toString() {
    return first + ".." + last;
  }
}
