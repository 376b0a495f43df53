package coterie.agent;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * What clients hold or stand for through this agent. A session lives as long as its stream; where a
 * network hides that the stream is broken, it ends when its client has not renewed it for a while.
 * The client gives up earlier than that, see docs/agent.md.
 */
final class Sessions {
  static final long LEASE_MILLIS = 10_000;
  private static final int SESSIONS_MAX = 1_000;

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();

  /** What a session is told, in order. */
  sealed interface Told {
    /** It has what it wants, with a fencing token. */
    record Gained(long token) implements Told {}

    /** It has it no more. */
    record Lost(long token) implements Told {}

    /** It will never have it. */
    record Refused(String why) implements Told {}

    /** Its client is done. */
    record Released() implements Told {}
  }

  /** One client that waits or holds. */
  final class Session implements AutoCloseable {
    private final String id;
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private volatile long renewedNanos = System.nanoTime();

    private Session(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    void tell(Told what) {
      told.add(what);
    }

    @Nullable Told next(long millis) throws InterruptedException {
      return told.poll(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    boolean isExpired() {
      return System.nanoTime() - renewedNanos > LEASE_MILLIS * 1_000_000;
    }

    @Override
    public void close() {
      sessions.remove(id);
    }
  }

  Session open() {
    if (sessions.size() >= SESSIONS_MAX) {
      throw new Refusal(503, "%d clients wait or hold already".formatted(SESSIONS_MAX));
    }
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    Session session = new Session(HexFormat.of().formatHex(bytes));
    sessions.put(session.id(), session);
    return session;
  }

  void renew(String id) {
    find(id).renewedNanos = System.nanoTime();
  }

  void release(String id) {
    find(id).tell(new Told.Released());
  }

  private Session find(String id) {
    Session session = sessions.get(id);
    if (session == null) {
      throw new Refusal(404, "there is no such session; it may be over");
    }
    return session;
  }
}
