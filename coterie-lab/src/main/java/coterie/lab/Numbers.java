package coterie.lab;

import coterie.core.TimeText;
import coterie.recipe.Settings;

/** Reads the numbers and times of flags; a wrong one gets a sentence that names the flag. */
public final class Numbers {
  /** What nine digits can say. */
  private static final int COUNT_MAX = 999_999_999;

  private Numbers() {}

  /** A whole number in that range. */
  public static int count(String flag, String text, int min, int max) {
    boolean isNumber = text.matches("[0-9]{1,9}");
    if (!isNumber || Integer.parseInt(text) < min || Integer.parseInt(text) > max) {
      throw new IllegalArgumentException(
          "%s %s: give a whole number from %d to %d"
              .formatted(flag, text, min, Math.min(max, COUNT_MAX)));
    }
    return Integer.parseInt(text);
  }

  /** A decimal number above 0. */
  public static double positive(String flag, String text, double max) {
    double value = decimal(text);
    if (!(value > 0 && value <= max)) {
      throw new IllegalArgumentException(
          "%s %s: give a number above 0 and up to %.0f".formatted(flag, text, max));
    }
    return value;
  }

  /** A probability, also as a percentage. */
  public static double probability(String flag, String text) {
    double value = Settings.parseDecimal(text);
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "%s %s: takes a probability from 0 to 1, such as 0.05 or 5%%".formatted(flag, text));
    }
    return value;
  }

  /** How often something happens to each member in an hour. */
  public static double rate(String flag, String text, double max) {
    double value = decimal(text);
    if (!(value >= 0 && value <= max)) {
      throw new IllegalArgumentException(
          "%s %s: give a rate from 0 to %.0f per member and hour".formatted(flag, text, max));
    }
    return value;
  }

  /** A time above 0, in nanoseconds. */
  public static long time(String flag, String text) {
    if (!TimeText.isDuration(text) || TimeText.parse(text) == 0) {
      throw new IllegalArgumentException(
          "%s %s: give a time above 0, such as 30, 1.5s or 200ms".formatted(flag, text));
    }
    return TimeText.parse(text);
  }

  /** A time that may be 0, in nanoseconds. */
  public static long timeFromZero(String flag, String text) {
    if (!TimeText.isDuration(text)) {
      throw new IllegalArgumentException(
          "%s %s: give a time from 0, such as 0, 1.5s or 200ms".formatted(flag, text));
    }
    return TimeText.parse(text);
  }

  /** A number from 0, or NaN. */
  private static double decimal(String text) {
    boolean isNumber = text.matches("[0-9]{1,9}([.][0-9]{1,9})?");
    return isNumber ? Double.parseDouble(text) : Double.NaN;
  }
}
