package coterie.web.jdk;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats of {@link String}: the browser's class library rounds numbers with a fraction in another
 * way, and has no {@code %g}. What has no such number is left to that library.
 */
public final class FormatCalls {
  private static final Pattern NUMBER = Pattern.compile("%[-,]*([1-9][0-9]*)?([.][0-9]+)?[fg]");
  private static final int DIGITS = 6;
  private static final BigDecimal PLAIN_MIN = new BigDecimal("0.0001");

  private FormatCalls() {}

  /** Formats the arguments. */
  public static String formatted(String format, @Nullable Object[] arguments) {
    return format(Locale.ROOT, format, arguments);
  }

  /** Formats the arguments. */
  public static String format(String format, @Nullable Object[] arguments) {
    return format(Locale.ROOT, format, arguments);
  }

  /** Formats the arguments; the language is the root's, as everywhere here. */
  public static String format(Locale locale, String format, @Nullable Object[] arguments) {
    if (format.indexOf('$') >= 0) {
      return String.format(locale, format, arguments);
    }
    StringBuilder plain = new StringBuilder();
    List<@Nullable Object> values = new ArrayList<>();
    int next = 0;
    int at = 0;
    while (at < format.length()) {
      if (format.charAt(at) != '%') {
        plain.append(format.charAt(at++));
        continue;
      }
      int end = end(format, at);
      char kind = end < format.length() ? format.charAt(end) : '%';
      String spec = format.substring(at, Math.min(format.length(), end + 1));
      if (kind == '%' || kind == 'n') {
        // That library counts these as arguments.
        plain.append("%s");
        values.add(kind == '%' ? "%" : "\n");
      } else {
        int index = next++;
        Object value = index < arguments.length ? arguments[index] : null;
        if (value instanceof Double number && NUMBER.matcher(spec).matches()) {
          plain.append(width(spec));
          values.add(text(spec, kind, number));
        } else {
          plain.append(spec);
          values.add(value);
        }
      }
      at = end + 1;
    }
    return String.format(locale, plain.toString(), values.toArray());
  }

  /** Returns where the letter is that ends what begins there. */
  private static int end(String format, int start) {
    int at = start + 1;
    while (at < format.length() && "-#+ 0,(.123456789".indexOf(format.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /** Returns the place of a text, as wide as that of the number. */
  private static String width(String spec) {
    int end = spec.indexOf('.') < 0 ? spec.length() - 1 : spec.indexOf('.');
    return spec.substring(0, end).replace(",", "") + "s";
  }

  private static String text(String spec, char kind, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    int point = spec.indexOf('.');
    int digits =
        point < 0 ? DIGITS : Integer.parseInt(spec.substring(point + 1, spec.length() - 1));
    BigDecimal size = new BigDecimal(Double.toString(Math.abs(value)));
    String text = kind == 'f' ? plain(size, digits) : general(size, Math.max(1, digits));
    boolean isNegative = value < 0 || (value == 0 && 1 / value < 0);
    return (isNegative ? "-" : "") + (spec.indexOf(',') < 0 ? text : grouped(text));
  }

  private static String plain(BigDecimal size, int digits) {
    return size.setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }

  /** Very small and very large numbers get an exponent, others as many digits in all. */
  private static String general(BigDecimal size, int digits) {
    if (size.signum() == 0) {
      return plain(size, digits - 1);
    }
    BigDecimal rounded = size.round(new MathContext(digits, RoundingMode.HALF_UP));
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (rounded.compareTo(PLAIN_MIN) >= 0 && exponent < digits) {
      return plain(rounded, digits - 1 - exponent);
    }
    String mantissa = plain(rounded.movePointLeft(exponent), digits - 1);
    int power = Math.abs(exponent);
    return mantissa + (exponent < 0 ? "e-" : "e+") + (power < 10 ? "0" : "") + power;
  }

  private static String grouped(String text) {
    int whole = text.indexOf('.') < 0 ? text.length() : text.indexOf('.');
    StringBuilder grouped = new StringBuilder(text);
    for (int at = whole - 3; at > 0; at -= 3) {
      grouped.insert(at, ',');
    }
    return grouped.toString();
  }
}
