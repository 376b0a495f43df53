package coterie.lab.campaign;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C during long work: the work is asked to stop, and the JVM ends when what was found so far
 * has been printed.
 */
public final class Interruption implements AutoCloseable {
  private static final long PRINTING_SECONDS = 10;

  private final CountDownLatch isPrinted = new CountDownLatch(1);
  private final Thread hook;
  private final Runnable stop;
  private volatile boolean isAsked;

  /** Listens from now on; the work looks at {@link #isAsked} now and then. */
  public Interruption() {
    this(() -> {});
  }

  /**
   * Listens from now on.
   *
   * @param stop tells the work, from another thread, that it shall stop
   */
  public Interruption(Runnable stop) {
    this.stop = stop;
    hook = Thread.ofPlatform().unstarted(this::asked);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Returns whether the work shall stop. */
  public boolean isAsked() {
    return isAsked;
  }

  private void asked() {
    isAsked = true;
    stop.run();
    try {
      isPrinted.await(PRINTING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is printed. */
  @Override
  public void close() {
    isPrinted.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is on its way out, which is what this was for.
    }
  }
}
