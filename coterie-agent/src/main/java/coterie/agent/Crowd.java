package coterie.agent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of an agent. Those that have not shown the token, or have not asked anything yet
 * where there is none, are strangers: there are few of them, and the eldest makes way for the next
 * one once it has had the time to ask. So a flood of connections ends connections of the flood, at
 * a rate that leaves time for everything else, and a probe, which asks at once, is answered.
 */
final class Crowd {
  /** More than there can be sessions and followers. */
  static final int KNOWN_MAX = 2_048;

  static final int STRANGERS_MAX = 1_024;

  /** For how long a stranger may ask before it makes way. */
  private static final long PATIENCE_NANOS = 250_000_000;

  private final ReentrantLock guard = new ReentrantLock();
  private final Set<Connection> strangers = new LinkedHashSet<>();
  private final Set<Connection> known = new LinkedHashSet<>();

  /** How long until one may be added. */
  long fullNanos(long nowNanos) {
    guard.lock();
    try {
      return strangers.size() < STRANGERS_MAX
          ? 0
          : Math.max(0, strangers.iterator().next().bornNanos() + PATIENCE_NANOS - nowNanos);
    } finally {
      guard.unlock();
    }
  }

  /** A new one; the one that makes way for it is closed. */
  void add(Connection connection) {
    Connection eldest = null;
    guard.lock();
    try {
      if (strangers.size() >= STRANGERS_MAX) {
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
