package coterie.lab.node;

import coterie.agent.http.Shown;
import java.io.PrintWriter;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints lines on a thread of its own: a terminal that is paused must not make a member wait. Where
 * too many lines wait, the next ones are left out, and counted.
 */
public final class NodeLines implements AutoCloseable {
  private static final int WAITING_MAX = 10_000;
  private static final long CLOSE_MILLIS = 2_000;

  private final PrintWriter out;
  private final boolean isJson;
  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final AtomicLong leftOut = new AtomicLong();
  private final Thread thread;
  private volatile boolean isClosing;

  public NodeLines(PrintWriter out, boolean isJson) {
    this.out = out;
    this.isJson = isJson;
    this.thread = Thread.ofPlatform().daemon().name("coterie-lines").start(this::print);
  }

  /** One event: as an object, or as a line for people. */
  void add(String json, String line) {
    if (!waiting.offer(isJson ? json : Shown.of(line))) {
      leftOut.incrementAndGet();
    }
  }

  private void print() {
    try {
      while (!isClosing || !waiting.isEmpty()) {
        String line = waiting.poll(100, TimeUnit.MILLISECONDS);
        if (line != null) {
          out.println(line);
        }
        if (waiting.isEmpty()) {
          out.flush();
        }
        long missing = line == null ? 0 : leftOut.getAndSet(0);
        if (missing > 0 && !isJson) {
          out.printf("... %d lines were left out: nobody read them in time%n", missing);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.flush();
  }

  @Override
  public void close() {
    isClosing = true;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
