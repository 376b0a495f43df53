package coterie.web.jdk;

/** Methods of {@link StringBuilder} that write other digits in the browser. */
public final class StringBuilderCalls {
  private StringBuilderCalls() {}

  /** Appends the number as the JDK writes it. */
  public static StringBuilder append(StringBuilder builder, double value) {
    return builder.append(DoubleCalls.toString(value));
  }
}
