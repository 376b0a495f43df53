package coterie.net;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The TCP side of a node: what is too long for a datagram. A packet goes as its length in four
 * bytes and itself. Each connection has a virtual thread, which may wait; the loop never does.
 */
final class Streams {
  private static final int PACKET_MAX = 1 << 24;
  private static final int CONNECT_MILLIS = 2_000;
  private static final int IDLE_MILLIS = 60_000;
  private static final int WAITING_MAX = 1_024;
  private static final int CONNECTIONS_MAX = 4_096;

  private final Host host;
  private final ServerSocket server;
  private final Map<InetSocketAddress, BlockingQueue<byte[]>> outgoing = new HashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  Streams(Host host, ServerSocket server) {
    this.host = host;
    this.server = server;
    Thread.ofVirtual().name("coterie-accept").start(this::accept);
  }

  /** Whether it waits for its turn now; if not, too much waits. In the loop. */
  boolean send(InetSocketAddress to, byte[] packet) {
    BlockingQueue<byte[]> queue = outgoing.get(to);
    if (queue == null) {
      BlockingQueue<byte[]> made = new ArrayBlockingQueue<>(WAITING_MAX);
      outgoing.put(to, made);
      made.add(packet);
      Thread.ofVirtual().name("coterie-send").start(() -> write(to, made));
      return true;
    }
    return queue.offer(packet);
  }

  void close() {
    closeQuietly(server);
    open.forEach(Streams::closeQuietly);
  }

  private void write(InetSocketAddress to, BlockingQueue<byte[]> queue) {
    try (Socket socket = new Socket()) {
      open.add(socket);
      socket.connect(to, CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      byte[] packet = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      while (packet != null && !server.isClosed()) {
        out.writeInt(packet.length);
        out.write(packet);
        packet = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      }
      open.remove(socket);
    } catch (IOException e) {
      host.loop().execute(() -> host.notSent(queue.size()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      host.loop().execute(() -> ended(to, queue));
    }
  }

  /** What was put into the queue after the connection had failed goes with a new one. */
  private void ended(InetSocketAddress to, BlockingQueue<byte[]> queue) {
    outgoing.remove(to, queue);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (open.size() >= CONNECTIONS_MAX) {
          socket.close();
        } else {
          open.add(socket);
          Thread.ofVirtual().name("coterie-receive").start(() -> read(socket));
        }
      } catch (IOException e) {
        // Too many files are open, or the socket was closed: the next turn tells.
      }
    }
  }

  private void read(Socket socket) {
    try (socket) {
      socket.setSoTimeout(2 * IDLE_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (!server.isClosed()) {
        int length = in.readInt();
        if (length < 1 || length > PACKET_MAX) {
          host.loop().execute(() -> host.dropped(Drop.MALFORMED));
          return;
        }
        byte[] packet = in.readNBytes(length); // Grows with what comes, not with what is said.
        host.loop().execute(() -> host.arrived(packet, 0, packet.length, null));
      }
    } catch (IOException e) {
      // The other side has ended, or this one.
    } finally {
      open.remove(socket);
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
