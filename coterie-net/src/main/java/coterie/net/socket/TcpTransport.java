package coterie.net.socket;

import coterie.core.NodeId;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Drop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
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
public final class TcpTransport implements Transport {
  /** Of those that others have opened, and of one's own. */
  public static final int CONNECTIONS_MAX = 4_096;

  /** How many calls are taken at once, before other sockets have their turn. */
  private static final int BATCH = 64;

  /** What all connections of a node may hold, in each direction. */
  private static final long BYTES_MAX = 64L << 20;

  /** A port that was closed is not tried again for so long. */
  private static final long REST_NANOS = 200_000_000;

  /** When there are no more file descriptors, it helps to wait. */
  private static final long ACCEPT_AGAIN_NANOS = 100_000_000;

  private final EventLoop loop;
  private final ServerSocketChannel server;
  private final @Nullable SSLContext ssl;
  private final Listener listener;
  private final SelectionKey key;
  private final Map<InetSocketAddress, Connection> outgoing = new HashMap<>();
  private final Map<InetSocketAddress, Long> closedUntil = new HashMap<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger incoming = new AtomicInteger();
  private final AtomicLong readable = new AtomicLong(BYTES_MAX);
  private final AtomicLong writable = new AtomicLong(BYTES_MAX);
  private volatile boolean isClosed;

  /**
   * The loop accepts connections itself: a port is free in the turn after the one that closed it.
   *
   * @param ssl null for connections without TLS
   */
  public TcpTransport(
      EventLoop loop, ServerSocketChannel server, @Nullable SSLContext ssl, Listener listener)
      throws IOException {
    this.loop = loop;
    this.server = server;
    this.ssl = ssl;
    this.listener = listener;
    server.configureBlocking(false);
    this.key = loop.register(server, SelectionKey.OP_ACCEPT, this::accept);
  }

  @Override
  public @Nullable Drop send(
      InetSocketAddress where, byte[] buffer, int size, @Nullable NodeId to, int channel) {
    return send(where, new QueuedPacket(Arrays.copyOf(buffer, size), to, channel, false));
  }

  @Override
  public int sizeMax() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isStream() {
    return true;
  }

  /** Returns why it does not wait for its turn now; null if it does. */
  private @Nullable Drop send(InetSocketAddress to, QueuedPacket queued) {
    Long until = closedUntil.get(to);
    if (until != null && loop.nowNanos() < until) {
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
    return connection.send(queued) ? null : Drop.TOO_MUCH;
  }

  @Override
  public void close() {
    isClosed = true;
    SocketPair.closeQuietly(server);
    open.forEach(Connection::close);
    outgoing.clear();
  }

  @Override
  public int connections() {
    return open.size();
  }

  // ---- for connections

  @Nullable SSLContext ssl() {
    return ssl;
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
    loop.execute(
        () -> {
          try {
            if (listener.arrived(packet, 0, packet.length, connection)) {
              connection.trust();
            }
          } finally {
            done.run();
          }
        });
  }

  void dropped(Drop why) {
    loop.execute(() -> listener.dropped(why));
  }

  /** A connection that had been good may have ended unnoticed: that is worth a second try. */
  void notWritten(Connection connection, QueuedPacket queued) {
    loop.execute(() -> again(connection, queued));
  }

  void ended(Connection connection) {
    open.remove(connection);
    if (connection.isOutgoing()) {
      loop.execute(() -> forget(connection));
    } else {
      incoming.decrementAndGet();
    }
  }

  private void forget(Connection connection) {
    outgoing.remove(connection.peer(), connection);
    List<QueuedPacket> left = connection.takeWaiting();
    IOException failure = connection.failure();
    if (failure != null) {
      listener.failed(connection.peer(), failure);
    }
    if (connection.isRefused() && !isClosed) {
      refused(connection.peer(), left);
      return;
    }
    for (QueuedPacket queued : left) {
      again(connection, queued);
    }
  }

  private void again(Connection connection, QueuedPacket queued) {
    if (isClosed) {
      return;
    }
    boolean isLost = queued.isAgain() || !connection.wasConnected() || !connection.isOutgoing();
    outgoing.remove(connection.peer(), connection);
    Drop why = isLost ? Drop.NOT_SENT : send(connection.peer(), queued.again());
    if (why != null) {
      listener.dropped(why);
    }
  }

  private void refused(InetSocketAddress peer, List<QueuedPacket> left) {
    closedUntil.put(peer, loop.nowNanos() + REST_NANOS);
    loop.schedule(REST_NANOS, () -> closedUntil.remove(peer));
    left.forEach(queued -> listener.dropped(Drop.NOT_SENT));
    Set<Absent> told = new LinkedHashSet<>();
    for (QueuedPacket queued : left) {
      if (queued.to() != null && told.add(new Absent(queued.to(), queued.channel()))) {
        listener.unreachable(queued.to(), queued.channel());
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
      loop.schedule(
          ACCEPT_AGAIN_NANOS,
          () -> {
            if (key.isValid()) {
              key.interestOps(SelectionKey.OP_ACCEPT);
            }
          });
    }
  }
}
