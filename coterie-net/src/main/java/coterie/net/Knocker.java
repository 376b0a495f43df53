package coterie.net;

import coterie.core.NodeId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out whether anybody listens at a peer that does not answer. A datagram to a closed port
 * vanishes; an attempt to connect is refused, and that is a hint which protocols are told.
 */
final class Knocker {
  private static final int CONNECT_MILLIS = 1_000;
  private static final long REST_NANOS = 1_000_000_000;

  private static final class Door {
    long channels;
    boolean isWatched;
  }

  private final Host host;
  private final long knockNanos;
  private final Map<NodeId, Door> doors = new HashMap<>();

  Knocker(Host host, long knockNanos) {
    this.host = host;
    this.knockNanos = knockNanos;
  }

  /** A datagram has gone there. */
  void sent(NodeId to, int channel) {
    if (knockNanos == 0) {
      return;
    }
    Door door = doors.computeIfAbsent(to, any -> new Door());
    door.channels |= 1L << channel;
    if (!door.isWatched) {
      door.isWatched = true;
      host.loop().schedule(knockNanos, () -> due(to, door));
    }
  }

  /** That peer lives. */
  void heard(NodeId from) {
    if (knockNanos > 0) {
      Door door = doors.get(from);
      if (door != null) {
        door.channels = 0;
      }
    }
  }

  private void due(NodeId to, Door door) {
    InetSocketAddress address = host.directory().address(to);
    if (door.channels == 0 || address == null || !host.isOpen() || host.isPaused()) {
      doors.remove(to);
      return;
    }
    host.loop().schedule(REST_NANOS, () -> doors.remove(to, door));
    Thread.ofVirtual().name("coterie-knock").start(() -> knock(to, door, address));
  }

  private void knock(NodeId to, Door door, InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
    } catch (ConnectException e) {
      host.loop().execute(() -> refused(to, door));
    } catch (IOException e) {
      // No answer either: nothing is known.
    }
  }

  private void refused(NodeId to, Door door) {
    for (long left = door.channels; left != 0; left &= left - 1) {
      host.unreachable(to, Long.numberOfTrailingZeros(left));
    }
  }
}
