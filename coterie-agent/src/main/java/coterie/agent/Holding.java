package coterie.agent;

import coterie.Coterie;
import coterie.Held;
import coterie.Leadership;
import coterie.Subscription;
import coterie.agent.Session.Told;
import coterie.agent.http.AgentRequest;
import coterie.agent.http.Refusal;
import coterie.agent.http.Stream;
import coterie.mutex.lease.LeaseConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Locks and leaderships for clients of the agent. Each is a stream: it begins when the client asks,
 * and tells what becomes of it. The client renews its session beside it, and learns for how long it
 * is sure of what it has. A stream that breaks gives nothing back: see {@link Session}.
 */
final class Holding {
  private final Coterie node;
  private final Sessions sessions;
  private final Set<String> standing = ConcurrentHashMap.newKeySet();

  Holding(Coterie node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  private Session open(@Nullable String graceText) {
    LeaseConfig lease = node.config().lease();
    Grace grace = Grace.of(graceText, lease);
    return sessions.open(grace, grace.silenceMillis(lease));
  }

  /** Waits for the lock and holds it. */
  void lock(AgentRequest request, String name, Duration wait)
      throws IOException, InterruptedException {
    coterie.Lock lock = node.lock(name);
    AtomicReference<@Nullable Held> held = new AtomicReference<>();
    try (Session session = open(request.query("grace"))) {
      session.of(() -> left(held.get()), () -> abandon(held.get()));
      Thread waiting = Thread.ofVirtual().start(() -> acquire(lock, wait, session, held));
      try {
        follow(request, session, "lock", name);
      } finally {
        waiting.interrupt();
        waiting.join();
        Held last = held.get();
        if (last != null) {
          session.giveUp(last::close);
        }
      }
    }
  }

  private static void abandon(@Nullable Held held) {
    if (held != null) {
      held.abandon();
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
  void lead(AgentRequest request, String name) throws IOException, InterruptedException {
    Leadership leadership = node.leadership(name);
    if (!standing.add(name)) {
      throw new Refusal(
          409, "another client of this agent stands for %s; ask another agent".formatted(name));
    }
    try (Session session = open(request.query("grace"))) {
      session.of(() -> leadership.left().toMillis(), leadership::abandon);
      leadership.stand();
      Subscription subscription = leadership.watch(event -> session.tell(told(event)));
      try {
        follow(request, session, "leadership", name);
      } finally {
        subscription.close();
        session.giveUp(leadership::resign);
      }
    } finally {
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
  private static void follow(AgentRequest request, Session session, String what, String name)
      throws IOException, InterruptedException {
    try (Stream stream = new Stream(request.exchange())) {
      stream.send("waiting", fields(what, name, session));
      boolean goesOn = true;
      boolean has = false;
      while (goesOn && !session.expires()) {
        Told told = session.next(Grace.BEAT_MILLIS);
        goesOn = send(stream, session, what, name, told, has);
        has = told instanceof Told.Gained || (has && !(told instanceof Told.Lost));
      }
    }
  }

  /** Whether the stream goes on. */
  private static boolean send(
      Stream stream, Session session, String what, String name, @Nullable Told told, boolean has)
      throws IOException {
    switch (told) {
      case null -> {
        if (has) {
          stream.send("left", Map.of("leftMillis", session.leftMillis()));
        } else {
          stream.alive();
        }
      }
      case Told.Gained(long token) -> {
        Map<String, Object> fields = fields(what, name, session);
        fields.put("token", token);
        fields.put("leftMillis", session.leftMillis());
        stream.send("gained", fields);
      }
      case Told.Lost(long token) -> {
        stream.send("lost", Map.of(what, name, "token", token));
        return !what.equals("lock");
      }
      case Told.Refused(String why) -> {
        stream.send("refused", Map.of("error", why));
        return false;
      }
      case Told.Ending ending -> {
        if (!has) {
          stream.send("refused", Map.of("error", "this agent leaves"));
          return false;
        }
        stream.send("ending", Map.of(what, name));
      }
      case Told.Released released -> {
        return false;
      }
    }
    return true;
  }

  private static Map<String, Object> fields(String what, String name, Session session) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(what, name);
    fields.put("session", session.id());
    fields.put("graceMillis", session.grace().millis());
    return fields;
  }
}
