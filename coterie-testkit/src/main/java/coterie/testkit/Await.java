package coterie.testkit;

import java.util.concurrent.Callable;

/**
 * Waits for conditions of the real world. The limit is there so that what hangs fails; a test that
 * waits for a condition does not depend on being fast.
 */
public final class Await {
  private static final long SECONDS_MAX = 60;
  private static final long PAUSE_MILLIS = 20;

  private Await() {}

  /** Waits until the condition holds; fails after 60 s. */
  public static void until(Callable<Boolean> condition) throws Exception {
    until("a condition", condition);
  }

  /** Waits until the condition holds; fails after 60 s with a word about what it waited for. */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, SECONDS_MAX, condition);
  }

  /** Waits until the condition holds; fails after that many seconds. */
  public static void until(String what, long seconds, Callable<Boolean> condition)
      throws Exception {
    until(() -> what, seconds, condition);
  }

  /**
   * Waits until the condition holds; fails after that many seconds.
   *
   * @param what is waited for, and how things stand; asked only when the time is over
   */
  public static void until(Callable<String> what, long seconds, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + seconds * 1_000_000_000;
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within %d s: %s".formatted(seconds, what.call()));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
