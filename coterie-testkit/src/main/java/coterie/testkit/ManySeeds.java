package coterie.testkit;

import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * How many seeds a test tries. The system property {@code coterie.deep} asks for more of them, in
 * runs that have the time.
 */
public final class ManySeeds {
  /** Whether a run has the time for more seeds. */
  public static final boolean IS_DEEP = Boolean.getBoolean("coterie.deep");

  private ManySeeds() {}

  /** Returns how many seeds to try, in a normal run or in a deep one. */
  public static int count(int normal, int deep) {
    return IS_DEEP ? deep : normal;
  }

  /**
   * Tries seeds from 0 on until one shows what the test looks for, and returns what it shows: a
   * test of a broken variant.
   *
   * @param trial what a run with that seed finds wrong; empty if nothing
   * @return empty if no seed shows anything
   */
  public static String firstFound(int most, LongFunction<String> trial) {
    return LongStream.range(0, most)
        .mapToObj(trial)
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse("");
  }
}
