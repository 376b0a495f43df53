package coterie.field;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What takes minutes of real time, or needs a machine that has time for it, runs with -Pfield only.
 */
final class Field {
  private static final int ROUNDS = Integer.getInteger("coterie.field.rounds", 15);

  private Field() {}

  static void require() {
    assumeTrue(
        Boolean.getBoolean("coterie.field"),
        "needs minutes, or a quiet machine: mvn -Pfield verify runs it");
  }

  /** How often a fault is done, and done again. */
  static int rounds() {
    return ROUNDS;
  }
}
