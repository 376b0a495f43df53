package coterie.sim.check.expect;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How a field that a protocol shows is compared with a value of a scenario. */
public enum Operator {
  EQUAL("="),
  UNEQUAL("!="),
  LESS("<"),
  MORE(">"),
  AT_MOST("<="),
  AT_LEAST(">="),
  CONTAINS("contains");

  private static final String NOTHING = "-";

  private final String word;

  Operator(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** Returns the operator of that word; null if no operator has it. */
  public static @Nullable Operator of(String word) {
    return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst().orElse(null);
  }

  /**
   * Returns whether it holds.
   *
   * @param shown the field as a trace prints it; null if there is no such field, and then nothing
   *     holds
   */
  boolean holds(@Nullable String shown, String value) {
    if (shown == null) {
      return false;
    }
    return switch (this) {
      case EQUAL -> isEqual(shown, value);
      case UNEQUAL -> !isEqual(shown, value);
      case CONTAINS ->
          Arrays.stream(shown.split("[\\s\\[\\](),]+")).anyMatch(one -> isEqual(one, value));
      case LESS, MORE, AT_MOST, AT_LEAST -> compares(shown, value);
    };
  }

  private boolean compares(String shown, String value) {
    BigDecimal left = number(shown);
    BigDecimal right = number(value);
    if (left == null || right == null) {
      return false;
    }
    int order = left.compareTo(right);
    return switch (this) {
      case LESS -> order < 0;
      case MORE -> order > 0;
      case AT_MOST -> order <= 0;
      default -> order >= 0;
    };
  }

  /** A node may be written 1 or P1, a word in any case, and nothing as none. */
  private static boolean isEqual(String shown, String value) {
    BigDecimal left = number(shown);
    BigDecimal right = number(value);
    if (left != null && right != null) {
      return left.compareTo(right) == 0;
    }
    return shown.equalsIgnoreCase(value)
        || (shown.equals(NOTHING) && value.equals("none"))
        || (right != null && shown.equals("P" + value));
  }

  private static @Nullable BigDecimal number(String text) {
    return text.matches("-?[0-9]{1,18}(\\.[0-9]{1,18})?") ? new BigDecimal(text) : null;
  }
}
