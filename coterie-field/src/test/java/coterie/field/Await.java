package coterie.field;

import java.util.concurrent.Callable;

/** Waits on conditions. The deadline is generous: it fails what hangs, and judges no time. */
final class Await {
  private static final long SECONDS_MAX = 60;
  private static final long PAUSE_MILLIS = 20;

  private Await() {}

  static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, SECONDS_MAX, condition);
  }

  static void until(String what, long seconds, Callable<Boolean> condition) throws Exception {
    until(() -> what, seconds, condition);
  }

  /**
   * @param what is waited for, and how things stand; asked only when the time is over
   */
  static void until(Callable<String> what, long seconds, Callable<Boolean> condition)
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
