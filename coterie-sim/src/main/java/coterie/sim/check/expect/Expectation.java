package coterie.sim.check.expect;

/**
 * What a scenario says must hold.
 *
 * @param where the line or flag that says so
 * @param words what it says, after {@code expect}
 * @param fromNanos when it begins to count; for one instant, that instant
 * @param toNanos when it ceases to count; {@link #END} for the end of the run; for calm, how long
 *     it has to last
 */
public record Expectation(
    String where, String words, Kind kind, Condition condition, long fromNanos, long toNanos) {
  /** Stands for the end of the run. */
  public static final long END = Long.MAX_VALUE;

  /** When the condition has to hold. */
  public enum Kind {
    /** At no moment. */
    NEVER,
    /** At every moment of a time. */
    THROUGHOUT,
    /** At some moment, up to a time. */
    ONCE,
    /** At one instant, after all that happens then. */
    AT,
    /** Whenever nothing was done to the group for a time. */
    AFTER_CALM,
    /** At some moment of every time in which nothing is done to the group. */
    WITHIN_CALM
  }

  /**
   * Returns whether a moment breaks it, whatever comes later; for those who know no time, and judge
   * every state by itself. What is to hold at a time or from a time on is never broken so.
   */
  public boolean isBrokenBy(Standing standing) {
    return switch (kind) {
      case NEVER -> condition.holds(standing, 0);
      case THROUGHOUT -> isTimeless() && !condition.holds(standing, 0);
      case ONCE, AT, AFTER_CALM, WITHIN_CALM -> false;
    };
  }

  /** Returns whether a state alone may break it, whatever the time. */
  public boolean isTimeless() {
    return kind == Kind.NEVER || (kind == Kind.THROUGHOUT && fromNanos == 0 && toNanos == END);
  }

  /** Says how it is broken. */
  public String complaint(Standing standing, long atNanos) {
    return "expected \"%s\", but %s".formatted(words, condition.seen(standing, atNanos));
  }

  /** Returns the words of a scenario file. */
  public String text() {
    return "expect " + words;
  }
}
