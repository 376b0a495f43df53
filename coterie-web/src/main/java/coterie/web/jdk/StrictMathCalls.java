package coterie.web.jdk;

import org.teavm.jso.JSBody;

/**
 * Methods of {@link StrictMath} that the browser's class library makes of others, with many wrong
 * digits. The browser's own differ from the JDK's in the last digit at most, for few arguments.
 */
public final class StrictMathCalls {
  private StrictMathCalls() {}

  @JSBody(params = "value", script = "return Math.log1p(value);")
  public static native double log1p(double value);

  @JSBody(params = "value", script = "return Math.log10(value);")
  public static native double log10(double value);
}
