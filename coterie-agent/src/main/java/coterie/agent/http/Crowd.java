package coterie.agent.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds the connections of an agent, and limits them. A connection is a <em>stranger</em> until it
 * has shown the token; an agent without a token takes any request instead. The number of strangers
 * is bounded. When it is reached, the oldest stranger is closed for the next one, but not before it
 * has had time to send a request. So a flood of connections only ends connections of the flood, and
 * a health probe, which sends its request at once, is answered.
 */
final class Crowd {
  /** More than there can be sessions and followers. */
  static final int KNOWN_MAX = 2_048;

  /**
   * An ordinary flood fits into this: keeping silent connections open costs less than closing and
   * accepting them all the time.
   */
  private static final int STRANGERS_MAX = 4_096;

  private static final int STRANGERS_MIN = 64;

  /** Strangers take at most a fourth of the file descriptors, and of the memory. */
  private static final int SHARE = 4;

  /** The agent closes at most this many strangers a second to accept others. */
  private static final long MAKE_WAY_MAX = 4_096;

  private final int strangersMax = strangersMax();

  /** A stranger has this long to send a request before it may be closed. */
  private final long patienceNanos = strangersMax * 1_000_000_000L / MAKE_WAY_MAX;

  private final ReentrantLock guard = new ReentrantLock();
  private final Set<HttpConnection> strangers = new LinkedHashSet<>();
  private final Set<HttpConnection> known = new LinkedHashSet<>();

  /** Returns how many strangers this process can afford. */
  static int strangersMax() {
    long files = STRANGERS_MAX;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      files = system.getMaxFileDescriptorCount() / SHARE;
    }
    long heads = Runtime.getRuntime().maxMemory() / SHARE / RequestHead.BYTES_MAX;
    return Math.clamp(Math.min(files, heads), STRANGERS_MIN, STRANGERS_MAX);
  }

  /** How long until one may be added. */
  long fullNanos(long nowNanos) {
    guard.lock();
    try {
      return strangers.size() < strangersMax
          ? 0
          : Math.max(0, strangers.iterator().next().bornNanos() + patienceNanos - nowNanos);
    } finally {
      guard.unlock();
    }
  }

  /** A new one; the one that makes way for it is closed. */
  void add(HttpConnection connection) {
    HttpConnection eldest = null;
    guard.lock();
    try {
      if (strangers.size() >= strangersMax) {
        eldest = eldest(strangers);
      }
      strangers.add(connection);
    } finally {
      guard.unlock();
    }
    if (eldest != null) {
      eldest.close();
    }
  }

  /** One that waits for its client, if there is any: what is answered already is worth more. */
  private static HttpConnection eldest(Set<HttpConnection> some) {
    HttpConnection found = some.iterator().next();
    for (HttpConnection connection : some) {
      if (connection.isWaiting()) {
        found = connection;
        break;
      }
    }
    some.remove(found);
    return found;
  }

  /** It is known now, and has just asked: of those, the one that is idle makes way. */
  void known(HttpConnection connection) {
    HttpConnection eldest = null;
    guard.lock();
    try {
      if (known.remove(connection) || strangers.remove(connection)) {
        if (known.size() >= KNOWN_MAX) {
          eldest = eldest(known);
        }
        known.add(connection);
      }
    } finally {
      guard.unlock();
    }
    if (eldest != null) {
      eldest.close();
    }
  }

  void remove(HttpConnection connection) {
    guard.lock();
    try {
      strangers.remove(connection);
      known.remove(connection);
    } finally {
      guard.unlock();
    }
  }

  /** Ends those that have taken too long; all of them, where there is no time. */
  void end(@Nullable Long nowNanos) {
    List<HttpConnection> ended = new ArrayList<>();
    guard.lock();
    try {
      ended.addAll(strangers);
      ended.addAll(known);
    } finally {
      guard.unlock();
    }
    for (HttpConnection connection : ended) {
      if (nowNanos == null || connection.isOverdue(nowNanos)) {
        connection.close();
      }
    }
  }
}
