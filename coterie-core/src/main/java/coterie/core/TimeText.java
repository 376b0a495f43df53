package coterie.core;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations and instants as people write them. A bare number counts time units, and one unit is one
 * second: 30 and 30s are the same. Inside, time is a long in nanoseconds.
 */
public final class TimeText {
  public static final long SECOND = 1_000_000_000L;

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,10}(?:\\.[0-9]{1,9})?|[0-9]{11,19}(?=ns))(ns|us|ms|s|m|h|d)?");

  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private TimeText() {}

  /** Whether the text is a duration that can be parsed. */
  public static boolean isDuration(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() && nanos(matcher).compareTo(MAX) <= 0;
  }

  /** Nanoseconds of "30", "1.5s", "200ms", "10us", "5ns", "2m", "1h" or "7d". */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a time; a time is a number from 0, in seconds or with one of the units"
                  .formatted(text)
              + " ns, us, ms, s, m, h, d");
    }
    BigDecimal nanos = nanos(matcher);
    if (nanos.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "\"%s\" is too long; at most 73 years can be simulated".formatted(text));
    }
    return nanos.longValue();
  }

  /** The shortest exact number of seconds: 30, 1.5, 0.000000005. */
  public static String format(long nanos) {
    if (nanos % SECOND == 0) {
      return Long.toString(nanos / SECOND);
    }
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal nanos(Matcher matched) {
    BigDecimal unit = BigDecimal.valueOf(nanosOf(matched.group(2)));
    return new BigDecimal(matched.group(1)).multiply(unit);
  }

  private static long nanosOf(@Nullable String unit) {
    return switch (unit == null ? "s" : unit) {
      case "ns" -> 1L;
      case "us" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "m" -> 60 * SECOND;
      case "h" -> 3600 * SECOND;
      case "d" -> 86_400 * SECOND;
      default -> SECOND;
    };
  }
}
