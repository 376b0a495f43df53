package coterie.clock;

import coterie.core.NodeId;
import coterie.core.Stamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hybrid times as people write them: the instant with milliseconds, a slash, the counter, and for a
 * stamp the node: {@code 2026-11-16T09:40:00.123Z/7@P1}. Texts of times sort as the times do, as
 * far as the counter has as many digits.
 *
 * <p>When read, the counter may be left out and is 0 then, and milliseconds since 1970 may stand in
 * place of the instant. A stamp without a node is the last one of its time: whatever was stamped
 * with that time, by whomever, comes at or before it.
 */
public final class HybridText {
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Pattern FORM =
      Pattern.compile("([^/@]+)(?:/([0-9]{1,5}))?(?:@P?(-?[0-9]{1,19}))?");

  private static final String ALLOWED =
      "; it looks like 2026-11-16T09:40:00.123Z/7, or 1794822000123/7 in milliseconds since 1970";

  private HybridText() {}

  public static String text(long time) {
    if (time < 0) {
      throw new IllegalArgumentException("a hybrid time is not negative, as %d is".formatted(time));
    }
    Instant instant = Instant.ofEpochMilli(HybridClock.millis(time));
    return INSTANT.format(instant) + "/" + HybridClock.counter(time);
  }

  /** Throws a sentence where the text is not a time. */
  public static long parse(String text) {
    Matcher parts = parts(text, "time");
    if (parts.group(3) != null) {
      throw new IllegalArgumentException(
          "\"%s\" is not a hybrid time but a stamp: leave the node out".formatted(text));
    }
    return time(text, parts);
  }

  /** The node is left out where the stamp is the last one of its time. */
  public static String textOf(Stamp stamp) {
    String time = text(stamp.time());
    return stamp.equals(Stamp.lastOf(stamp.time())) ? time : time + "@" + stamp.node();
  }

  /** Throws a sentence where the text is not a stamp. */
  public static Stamp parseStamp(String text) {
    Matcher parts = parts(text, "stamp");
    long time = time(text, parts);
    @Nullable String node = parts.group(3);
    if (node == null) {
      return Stamp.lastOf(time);
    }
    try {
      return new Stamp(time, new NodeId(Long.parseLong(node)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not a stamp: a node is a number of 64 bits, not %s".formatted(text, node), e);
    }
  }

  private static Matcher parts(String text, String what) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      String node = what.equals("stamp") ? ", and @P1 after it if the node counts" : "";
      throw new IllegalArgumentException(
          "\"%s\" is not a hybrid %s%s%s".formatted(text, what, ALLOWED, node));
    }
    return parts;
  }

  private static long time(String text, Matcher parts) {
    long millis = millis(text, parts.group(1));
    int counter = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
    if (millis < 0 || millis > HybridClock.MILLIS_MAX || counter > HybridClock.COUNTER_MAX) {
      throw new IllegalArgumentException(
          "\"%s\" is out of range: the years are 1970 to 6429, and the counter is 0 to %d"
              .formatted(text, HybridClock.COUNTER_MAX));
    }
    return HybridClock.time(millis, counter);
  }

  private static long millis(String text, String instant) {
    if (instant.matches("[0-9]{1,18}")) {
      return Long.parseLong(instant);
    }
    try {
      Instant parsed = Instant.parse(instant);
      if (!parsed.equals(parsed.truncatedTo(ChronoUnit.MILLIS))) {
        throw new IllegalArgumentException(
            "\"%s\" is finer than a hybrid time, which has milliseconds".formatted(text));
      }
      return parsed.toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not a hybrid time%s".formatted(text, ALLOWED), e);
    }
  }
}
