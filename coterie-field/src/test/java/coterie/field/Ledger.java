package coterie.field;

import coterie.Held;
import coterie.Leadership;
import coterie.Lock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a process writes down about what it holds, in a file that survives its being killed.
 *
 * <p>It asks again and again whether it holds. Where it did under one token at two moments, it has
 * held from the end of the first question to the beginning of the second: that is written, and it
 * is true however late the process was between them.
 */
final class Ledger {
  private static final long PAUSE_MILLIS = 2;
  private static final int INSIDE_MILLIS = 150;
  private static final int OUTSIDE_MILLIS = 50;
  private static final Duration WAIT = Duration.ofSeconds(5);

  /** Asks what it is; 0 if it is not held. */
  private interface Token {
    long read();
  }

  private final FileChannel file;
  private final AtomicInteger entries = new AtomicInteger();
  private volatile boolean leads;
  private volatile boolean holds;

  Ledger(Path path) throws IOException {
    this.file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  boolean leads() {
    return leads;
  }

  boolean holds() {
    return holds;
  }

  int entries() {
    return entries.get();
  }

  /** Never returns. */
  void follow(Leadership crown) {
    while (true) {
      observe(
          Subject.LEADERSHIP, () -> token(crown), Long.MAX_VALUE, isLeading -> leads = isLeading);
      sleep(PAUSE_MILLIS);
    }
  }

  private static long token(Leadership crown) {
    long token = crown.token();
    return crown.leads() && crown.token() == token ? token : 0;
  }

  /** Never returns. */
  void contend(Lock door) {
    while (true) {
      try (Held held = door.acquire(WAIT)) {
        entries.incrementAndGet();
        long until =
            System.nanoTime() + 1_000_000L * ThreadLocalRandom.current().nextInt(INSIDE_MILLIS);
        observe(Subject.LOCK, () -> held.isHeld() ? held.token() : 0, until, in -> holds = in);
      } catch (TimeoutException e) {
        // Another one has it, or there is no quorum: it asks again.
      } catch (InterruptedException | IllegalStateException e) {
        return; // The node is closed.
      }
      sleep(ThreadLocalRandom.current().nextInt(OUTSIDE_MILLIS));
    }
  }

  private interface Shown {
    void show(boolean isHeld);
  }

  /** Writes for as long as it is held, but not longer than until that time. */
  private void observe(String what, Token question, long untilNanos, Shown shown) {
    long token = question.read();
    long from = System.nanoTime();
    shown.show(token != 0);
    while (token != 0 && from < untilNanos) {
      sleep(PAUSE_MILLIS);
      long to = System.nanoTime();
      long next = question.read();
      if (next != token) {
        break;
      }
      write(what, token, from, to);
      from = System.nanoTime();
    }
    shown.show(false);
  }

  private synchronized void write(String what, long token, long from, long to) {
    String line = "%s %d %d %d\n".formatted(what, token, from, to);
    try {
      file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
