package coterie.web.jdk;

import java.math.BigDecimal;
import org.teavm.jso.JSBody;

/**
 * A number as the JDK writes it: the browser's class library writes other digits, and JavaScript
 * writes the same digits in another form.
 */
public final class DoubleCalls {
  private static final int PLAIN_MIN = -3;
  private static final int PLAIN_MAX = 7;

  private DoubleCalls() {}

  /** Returns the shortest digits that lead back to the number. */
  public static String toString(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return 1 / value > 0 ? "0.0" : "-0.0";
    }
    return inJava(shortest(value));
  }

  /** Writes the number behind the text. */
  public static StringBuilder append(StringBuilder text, double value) {
    return text.append(toString(value));
  }

  @JSBody(params = "value", script = "return String(value);")
  private static native String shortest(double value);

  /** Returns the JDK's form of a number other than 0 that JavaScript wrote. */
  public static String inJava(String written) {
    BigDecimal value = new BigDecimal(written).stripTrailingZeros();
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - value.scale() - 1;
    String sign = value.signum() < 0 ? "-" : "";
    if (exponent < PLAIN_MIN || exponent >= PLAIN_MAX) {
      return sign + split(digits, 1) + "E" + exponent;
    }
    return sign
        + (exponent < 0
            ? split("0".repeat(-exponent) + digits, 1)
            : split(
                digits + "0".repeat(Math.max(0, exponent + 1 - digits.length())), exponent + 1));
  }

  private static String split(String digits, int whole) {
    String rest = digits.substring(whole);
    return digits.substring(0, whole) + "." + (rest.isEmpty() ? "0" : rest);
  }
}
