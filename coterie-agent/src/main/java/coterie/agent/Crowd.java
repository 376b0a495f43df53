package coterie.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of an agent. Those that have not shown the token, or have not asked anything yet
 * where there is none, are strangers: their number is bounded, and the eldest makes way for the
 * next one once it has had the time to ask. So a flood of connections ends connections of the
 * flood, at a rate that leaves time for everything else, and a probe, which asks at once, is
 * answered.
 */
final class Crowd {
  /** More than there can be sessions and followers. */
  static final int KNOWN_MAX = 2_048;

  /**
   * So many that an ordinary flood finds room: to end and accept connections all the time costs
   * more than to keep silent ones.
   */
  private static final int STRANGERS_MAX = 4_096;

  private static final int STRANGERS_MIN = 64;

  /** All strangers together take at most this share of the open files, and of the memory. */
  private static final int SHARE = 4;

  /** So many strangers at most make way in a second. */
  private static final long MAKE_WAY_MAX = 4_096;

  private final int strangersMax = strangersMax();

  /** For how long a stranger may ask before it makes way. */
  private final long patienceNanos = strangersMax * 1_000_000_000L / MAKE_WAY_MAX;

  private final ReentrantLock guard = new ReentrantLock();
  private final Set<Connection> strangers = new LinkedHashSet<>();
  private final Set<Connection> known = new LinkedHashSet<>();

  /** How many connections that have asked nothing yet this process can afford. */
  static int strangersMax() {
    long files = STRANGERS_MAX;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      files = system.getMaxFileDescriptorCount() / SHARE;
    }
    long heads = Runtime.getRuntime().maxMemory() / SHARE / Head.BYTES_MAX;
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
  void add(Connection connection) {
    Connection eldest = null;
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
  private static Connection eldest(Set<Connection> some) {
    Connection found = some.iterator().next();
    for (Connection connection : some) {
      if (connection.isWaiting()) {
        found = connection;
        break;
      }
    }
    some.remove(found);
    return found;
  }

  /** It is no stranger any more, and has just asked: of those, the one that is idle makes way. */
  void known(Connection connection) {
    Connection eldest = null;
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

  void remove(Connection connection) {
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
    List<Connection> ended = new ArrayList<>();
    guard.lock();
    try {
      ended.addAll(strangers);
      ended.addAll(known);
    } finally {
      guard.unlock();
    }
    for (Connection connection : ended) {
      if (nowNanos == null || connection.isOverdue(nowNanos)) {
        connection.close();
      }
    }
  }
}
