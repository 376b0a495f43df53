package coterie.field;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What takes minutes of real time runs with -Pfield only. */
final class Field {
  private static final int ROUNDS = Integer.getInteger("coterie.field.rounds", 15);

  private Field() {}

  static void require() {
    assumeTrue(Boolean.getBoolean("coterie.field"), "takes minutes: mvn -Pfield verify runs it");
  }

  /** How often a fault is done, and done again. */
  static int rounds() {
    return ROUNDS;
  }
}
