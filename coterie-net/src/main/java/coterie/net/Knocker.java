package coterie.net;

import coterie.core.NodeId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Finds out whether anybody listens at a peer that does not answer. A datagram to a closed port
 * vanishes; an attempt to connect is refused, and that is a hint which protocols are told. It is
 * made at most once a second for each peer.
 */
final class Knocker {
  private static final int CONNECT_MILLIS = 1_000;
  private static final long REST_NANOS = 1_000_000_000;

  /** So many attempts wait at once; a hint that would be one more is not asked for. */
  private static final int ATTEMPTS_MAX = 64;

  private static final class Door {
    long channels;
  }

  /** Says whether a peer may be asked, and hears of closed ports. */
  interface Listener {
    boolean isOpen();

    /** Returns whether the way there is open, so that a closed port means something. */
    boolean mayKnock(NodeId to);

    void unreachable(NodeId to, int channel);
  }

  private final EventLoop loop;
  private final Directory directory;
  private final Listener listener;
  private final long knockNanos;
  private final Map<NodeId, Door> doors = new HashMap<>();
  private final Semaphore attempts = new Semaphore(ATTEMPTS_MAX);

  Knocker(EventLoop loop, Directory directory, long knockNanos, Listener listener) {
    this.loop = loop;
    this.directory = directory;
    this.listener = listener;
    this.knockNanos = knockNanos;
  }

  /** A datagram has gone there. To one who was heard just now it is an answer, and has none. */
  void sent(NodeId to, int channel) {
    long silentNanos = loop.nowNanos() - directory.heardNanos(to);
    if (knockNanos == 0 || silentNanos < knockNanos) {
      return;
    }
    Door door = doors.get(to);
    if (door == null) {
      Door made = new Door();
      doors.put(to, made);
      loop.schedule(knockNanos, () -> due(to, made));
      door = made;
    }
    door.channels |= 1L << channel;
  }

  /** That peer lives. */
  void heard(NodeId from) {
    directory.heardAt(from, loop.nowNanos());
    Door door = doors.get(from);
    if (door != null) {
      door.channels = 0;
    }
  }

  /** Tells in the loop if nobody listens there, and otherwise nothing. */
  void knock(InetSocketAddress address, Runnable closed) {
    if (listener.isOpen() && attempts.tryAcquire()) {
      Thread.ofVirtual().name("coterie-knock").start(() -> attempt(address, closed));
    }
  }

  int doors() {
    return doors.size();
  }

  /** Every door is removed a second after it was made or later, whatever becomes of its peer. */
  private void due(NodeId to, Door door) {
    InetSocketAddress address = directory.address(to);
    if (door.channels == 0 || address == null || !listener.mayKnock(to)) {
      doors.remove(to, door);
      return;
    }
    loop.schedule(REST_NANOS, () -> doors.remove(to, door));
    knock(address, () -> refused(to, door));
  }

  private void attempt(InetSocketAddress address, Runnable closed) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
    } catch (ConnectException e) {
      loop.execute(closed);
    } catch (IOException e) {
      // No answer either: nothing is known.
    } finally {
      attempts.release();
    }
  }

  /** Unless it was heard meanwhile. */
  private void refused(NodeId to, Door door) {
    for (long left = door.channels; left != 0; left &= left - 1) {
      listener.unreachable(to, Long.numberOfTrailingZeros(left));
    }
  }
}
