package coterie.web.server;

import coterie.lab.session.LabAnswer;
import coterie.lab.session.LabSession;
import coterie.sim.scenario.Recipes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all pages, by name. There are a few at most, so that a page that is reloaded
 * again and again does not fill the memory: the one that was idle for longest makes room for a new
 * one. Each answers one request at a time. They work on threads of their own, since a run of
 * minutes on a virtual thread would keep others from being served.
 */
final class SessionDesk implements AutoCloseable {
  static final int SESSIONS_MAX = 8;

  /** How many requests of one session may wait for it. */
  static final int WAITING_MAX = 64;

  private static final String TYPE = "application/octet-stream";

  /** A session, and how many are at it. */
  private static final class Held {
    final LabSession session;
    final Semaphore turn = new Semaphore(1, true);
    int waiting;

    Held(LabSession session) {
      this.session = session;
    }
  }

  private final Recipes recipes;
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          SESSIONS_MAX, Thread.ofPlatform().daemon().name("session-", 0).factory());

  /** In the order of their last use. */
  private final Map<String, Held> sessions = new LinkedHashMap<>(16, 0.75f, true);

  SessionDesk(Recipes recipes) {
    this.recipes = recipes;
  }

  PageAnswer answer(String name, String request) {
    Held held = come(name);
    if (held == null) {
      return PageAnswer.text(
          503, "%d sessions are at work; try again when one is done.".formatted(SESSIONS_MAX));
    }
    try {
      if (held.waiting > WAITING_MAX) {
        return PageAnswer.text(
            429, "%d requests of this session wait already.".formatted(WAITING_MAX));
      }
      held.turn.acquire();
      try {
        return PageAnswer.of(TYPE, bytes(workers.submit(() -> held.session.answer(request)).get()));
      } finally {
        held.turn.release();
      }
    } catch (ExecutionException e) {
      return failed(name, e);
    } catch (InterruptedException e) {
      return PageAnswer.text(503, "The server ends.");
    } finally {
      go(held);
    }
  }

  private PageAnswer failed(String name, ExecutionException e) {
    forget(name);
    return e.getCause() instanceof OutOfMemoryError
        ? PageAnswer.text(
            507,
            "The memory is full; the runs of this session are forgotten."
                + " COTERIE_OPTS=-Xmx4g gives the server more.")
        : PageAnswer.text(500, "This is a mistake in Coterie; please report it: " + e.getCause());
  }

  /** Finds or opens a session; null if all others are at work. */
  private synchronized @Nullable Held come(String name) {
    Held held = sessions.get(name);
    if (held == null) {
      if (sessions.size() >= SESSIONS_MAX && !makeRoom()) {
        return null;
      }
      held = new Held(new LabSession(recipes));
      sessions.put(name, held);
    }
    held.waiting++;
    return held;
  }

  private synchronized void go(Held held) {
    held.waiting--;
  }

  private boolean makeRoom() {
    for (Iterator<Held> each = sessions.values().iterator(); each.hasNext(); ) {
      if (each.next().waiting == 0) {
        each.remove();
        return true;
      }
    }
    return false;
  }

  private synchronized void forget(String name) {
    sessions.remove(name);
  }

  /** The length of the text as four bytes, the text, and the columns. */
  private static byte[] bytes(LabAnswer answer) {
    byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
    byte[] columns = answer.bytes();
    return ByteBuffer.allocate(Integer.BYTES + text.length + columns.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(text.length)
        .put(text)
        .put(columns)
        .array();
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
