package coterie.agent;

import coterie.Coterie;
import coterie.Held;
import coterie.Leadership;
import coterie.Subscription;
import coterie.agent.Sessions.Session;
import coterie.agent.Sessions.Told;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks and leaderships for clients of the agent. Each is a stream: it begins when the client asks,
 * tells what the client has and for how long that is sure, and gives all back when it ends.
 */
final class Holding {
  /** So often a client hears from the agent; a broken connection is found at the second one. */
  private static final long BEAT_MILLIS = 500;

  private final Coterie node;
  private final Sessions sessions;
  private final Set<String> standing = ConcurrentHashMap.newKeySet();

  Holding(Coterie node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  /** Waits for the lock and holds it. */
  void lock(Request request, String name, Duration wait) throws IOException, InterruptedException {
    coterie.Lock lock = node.lock(name);
    AtomicReference<@Nullable Held> held = new AtomicReference<>();
    try (Session session = sessions.open()) {
      Thread waiting = Thread.ofVirtual().start(() -> acquire(lock, wait, session, held));
      try {
        follow(request, session, "lock", name, () -> left(held.get()));
      } finally {
        waiting.interrupt();
        waiting.join();
        Held last = held.get();
        if (last != null) {
          last.close();
        }
      }
    }
  }

  private static void acquire(
      coterie.Lock lock, Duration wait, Session session, AtomicReference<@Nullable Held> held) {
    try {
      Held got = wait.isZero() ? lock.tryAcquire().orElse(null) : lock.acquire(wait);
      if (got == null) {
        session.tell(new Told.Refused("the lock %s is taken".formatted(lock.name())));
        return;
      }
      held.set(got);
      session.tell(new Told.Gained(got.token()));
      got.whenLost(() -> session.tell(new Told.Lost(got.token())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | RuntimeException e) {
      session.tell(new Told.Refused(String.valueOf(e.getMessage())));
    }
  }

  private static long left(@Nullable Held held) {
    return held == null ? 0 : held.left().toMillis();
  }

  /** Stands for a leadership. Clients of one agent are one candidate, so only one may stand. */
  void lead(Request request, String name) throws IOException, InterruptedException {
    Leadership leadership = node.leadership(name);
    if (!standing.add(name)) {
      throw new Refusal(
          409, "another client of this agent stands for %s; ask another agent".formatted(name));
    }
    try (Session session = sessions.open()) {
      leadership.stand();
      Subscription subscription = leadership.watch(event -> session.tell(told(event)));
      try {
        follow(request, session, "leadership", name, () -> leadership.left().toMillis());
      } finally {
        subscription.close();
      }
    } finally {
      leadership.resign();
      standing.remove(name);
    }
  }

  private static Told told(Leadership.Event event) {
    return switch (event) {
      case Leadership.Event.Gained(long token) -> new Told.Gained(token);
      case Leadership.Event.Lost(long token) -> new Told.Lost(token);
    };
  }

  /** Until the client is done or gone, or a lock is lost. */
  private static void follow(
      Request request, Session session, String what, String name, LongSupplier leftMillis)
      throws IOException, InterruptedException {
    Stream stream = new Stream(request.exchange());
    stream.send("waiting", fields(what, name, session));
    boolean has = false;
    while (!session.isExpired()) {
      switch (session.next(BEAT_MILLIS)) {
        case null -> {
          if (has) {
            stream.send("left", Map.of("leftMillis", leftMillis.getAsLong()));
          } else {
            stream.alive();
          }
        }
        case Told.Gained(long token) -> {
          has = true;
          Map<String, Object> fields = fields(what, name, session);
          fields.put("token", token);
          fields.put("leftMillis", leftMillis.getAsLong());
          stream.send("gained", fields);
        }
        case Told.Lost(long token) -> {
          has = false;
          stream.send("lost", Map.of(what, name, "token", token));
          if (what.equals("lock")) {
            return;
          }
        }
        case Told.Refused(String why) -> {
          stream.send("refused", Map.of("error", why));
          return;
        }
        case Told.Released released -> {
          return;
        }
      }
    }
  }

  private static Map<String, Object> fields(String what, String name, Session session) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(what, name);
    fields.put("session", session.id());
    fields.put("leaseMillis", Sessions.LEASE_MILLIS);
    return fields;
  }
}
