package coterie.agent;

import coterie.agent.http.Refusal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The clients that hold or wait for something through this agent. */
final class Sessions {
  private static final int SESSIONS_MAX = 1_000;
  private static final long LOOK_MILLIS = 20;

  /** What the release of a client that has ended its command takes, at most. */
  private static final long RELEASE_MILLIS = 1_000;

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private volatile boolean isEnding;

  /**
   * Opens one.
   *
   * @param silenceMillis after which its client is given up
   */
  Session open(Grace grace, long silenceMillis) {
    if (isEnding) {
      throw new Refusal(503, "this agent leaves");
    }
    if (sessions.size() >= SESSIONS_MAX) {
      throw new Refusal(503, "%d clients wait or hold already".formatted(SESSIONS_MAX));
    }
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String id = HexFormat.of().formatHex(bytes);
    Session session = new Session(id, grace, silenceMillis, () -> sessions.remove(id));
    sessions.put(id, session);
    if (isEnding) {
      session.tell(new Session.Told.Ending());
    }
    return session;
  }

  Session find(String id) {
    Session session = sessions.get(id);
    if (session == null) {
      throw new Refusal(404, "there is no such session; it may be over");
    }
    return session;
  }

  /**
   * The agent leaves: tells so, waits until what is held is given back, and abandons the rest.
   * Clients that only wait are refused.
   */
  void end() {
    isEnding = true;
    sessions.values().forEach(session -> session.tell(new Session.Told.Ending()));
    long grace =
        sessions.values().stream().mapToLong(session -> session.grace().millis()).max().orElse(0);
    long deadline = System.nanoTime() + (grace + RELEASE_MILLIS) * 1_000_000;
    try {
      while (!sessions.isEmpty() && System.nanoTime() - deadline < 0) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sessions.values().forEach(Session::abandon);
  }
}
