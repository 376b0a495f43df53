package coterie.field;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What takes minutes runs with -Pdeep only. */
final class Deep {
  private static final int ROUNDS = Integer.getInteger("coterie.field.rounds", 15);

  private Deep() {}

  static void require() {
    assumeTrue(isDeep(), "takes minutes: mvn -Pdeep verify runs it");
  }

  static boolean isDeep() {
    return Boolean.getBoolean("coterie.deep");
  }

  /** How often a fault is done, and done again. */
  static int rounds() {
    return ROUNDS;
  }
}
