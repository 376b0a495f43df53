package coterie.net;

import coterie.core.NodeId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The TCP side of a node: what is too long for a datagram, or everything. There is one connection
 * to a peer that something is sent to; it is given up after a minute without a packet. What waits
 * when it ends goes with a new one; what cannot be sent is counted.
 */
final class Streams {
  /** Of those that others have opened, and of one's own. */
  static final int CONNECTIONS_MAX = 4_096;

  /** How many calls are taken at once, before other sockets have their turn. */
  private static final int BATCH = 64;

  /** What all connections of a node may hold, in each direction. */
  private static final long BYTES_MAX = 64L << 20;

  /** A port that was closed is not tried again for so long. */
  private static final long REST_NANOS = 200_000_000;

  /** When there are no more file descriptors, it helps to wait. */
  private static final long ACCEPT_AGAIN_NANOS = 100_000_000;

  private final Host host;
  private final ServerSocketChannel server;
  private final SelectionKey key;
  private final Map<InetSocketAddress, Connection> outgoing = new HashMap<>();
  private final Map<InetSocketAddress, Long> closedUntil = new HashMap<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger incoming = new AtomicInteger();
  private final AtomicLong readable = new AtomicLong(BYTES_MAX);
  private final AtomicLong writable = new AtomicLong(BYTES_MAX);
  private volatile boolean isClosed;

  /** The loop takes calls itself: a port is free in the turn after the one that closed it. */
  Streams(Host host, ServerSocketChannel server) throws IOException {
    this.host = host;
    this.server = server;
    server.configureBlocking(false);
    this.key = host.loop().register(server, SelectionKey.OP_ACCEPT, this::accept);
  }

  /** Why it does not wait for its turn now; null if it does. In the loop. */
  @Nullable Drop send(InetSocketAddress to, Parcel parcel) {
    Long until = closedUntil.get(to);
    if (until != null && host.loop().nowNanos() < until) {
      return Drop.NOT_SENT;
    }
    Connection connection = outgoing.get(to);
    if (connection == null) {
      if (outgoing.size() >= CONNECTIONS_MAX) {
        return Drop.TOO_MUCH;
      }
      connection = Connection.to(this, to);
      open.add(connection);
      outgoing.put(to, connection);
    }
    return connection.send(parcel) ? null : Drop.TOO_MUCH;
  }

  /** In the loop. */
  void close() {
    isClosed = true;
    closeQuietly(server);
    open.forEach(Connection::close);
    outgoing.clear();
  }

  int connections() {
    return open.size();
  }

  // ---- for connections

  @Nullable SSLContext ssl() {
    return host.config().security().ssl();
  }

  AtomicLong budget() {
    return readable;
  }

  boolean reserve(int bytes) {
    if (writable.addAndGet(-bytes) < 0) {
      writable.addAndGet(bytes);
      return false;
    }
    return true;
  }

  void unreserve(int bytes) {
    writable.addAndGet(bytes);
  }

  /** Whether there is room for a connection that somebody has opened. */
  boolean opened(Connection connection) {
    if (isClosed || incoming.get() >= CONNECTIONS_MAX) {
      return false;
    }
    incoming.incrementAndGet();
    open.add(connection);
    return true;
  }

  void arrived(Connection connection, byte[] packet, Runnable done) {
    host.loop()
        .execute(
            () -> {
              try {
                if (host.arrivals().arrived(packet, 0, packet.length, null, connection)) {
                  connection.trust();
                }
              } finally {
                done.run();
              }
            });
  }

  void dropped(Drop why) {
    host.loop().execute(() -> host.dropped(why));
  }

  /** A connection that had been good may have ended unnoticed: that is worth a second try. */
  void notWritten(Connection connection, Parcel parcel) {
    host.loop().execute(() -> again(connection, parcel));
  }

  void ended(Connection connection) {
    open.remove(connection);
    if (connection.isOutgoing()) {
      host.loop().execute(() -> forget(connection));
    } else {
      incoming.decrementAndGet();
    }
  }

  private void forget(Connection connection) {
    outgoing.remove(connection.peer(), connection);
    List<Parcel> left = connection.takeWaiting();
    IOException failure = connection.failure();
    if (failure != null) {
      host.greeter().unanswered(connection.peer(), failure);
    }
    if (connection.isRefused() && !isClosed) {
      refused(connection.peer(), left);
      return;
    }
    for (Parcel parcel : left) {
      again(connection, parcel);
    }
  }

  private void again(Connection connection, Parcel parcel) {
    if (isClosed) {
      return;
    }
    boolean isLost = parcel.isAgain() || !connection.wasConnected() || !connection.isOutgoing();
    outgoing.remove(connection.peer(), connection);
    Drop why = isLost ? Drop.NOT_SENT : send(connection.peer(), parcel.again());
    if (why != null) {
      host.dropped(why);
    }
  }

  private void refused(InetSocketAddress peer, List<Parcel> left) {
    closedUntil.put(peer, host.loop().nowNanos() + REST_NANOS);
    host.loop().schedule(REST_NANOS, () -> closedUntil.remove(peer));
    host.notSent(left.size());
    Set<Absent> told = new LinkedHashSet<>();
    for (Parcel parcel : left) {
      if (parcel.to() != null && told.add(new Absent(parcel.to(), parcel.channel()))) {
        host.unreachable(parcel.to(), parcel.channel());
      }
    }
  }

  private record Absent(NodeId node, int channel) {}

  private boolean accept() {
    try {
      for (int count = 0; count < BATCH; count++) {
        SocketChannel channel = server.accept();
        if (channel == null) {
          return false;
        }
        Connection.from(this, channel.socket());
      }
      return true;
    } catch (IOException e) {
      rest();
      return false;
    }
  }

  private void rest() {
    if (key.isValid()) {
      key.interestOps(0);
      host.loop()
          .schedule(
              ACCEPT_AGAIN_NANOS,
              () -> {
                if (key.isValid()) {
                  key.interestOps(SelectionKey.OP_ACCEPT);
                }
              });
    }
  }

  static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // Nothing that could be done about it.
    }
  }
}
