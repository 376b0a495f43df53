package coterie.field;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One address of a proxy, on UDP and TCP: who sends there reaches a node through it, and what comes
 * from there comes from that node.
 */
final class Face implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;

  private final Proxy proxy;
  private final int node;
  private final int seenBy;
  private final DatagramSocket datagrams;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /**
   * @param node who is behind it
   * @param seenBy the only one that uses it, or {@link Proxy#ANYBODY}
   */
  Face(Proxy proxy, int node, int seenBy) throws IOException {
    this.proxy = proxy;
    this.node = node;
    this.seenBy = seenBy;
    int port = Ports.free();
    this.server = new ServerSocket();
    server.bind(Ports.loopback(port));
    this.datagrams = new DatagramSocket(Ports.loopback(port));
    Thread.ofVirtual().name("proxy-datagrams").start(this::readDatagrams);
    Thread.ofVirtual().name("proxy-accept").start(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** Sends as if the node behind this face did. */
  void send(byte[] packet, InetSocketAddress to) {
    try {
      datagrams.send(new DatagramPacket(packet, packet.length, to));
    } catch (IOException e) {
      // As if it were lost: nobody listens there, or the proxy is closing.
    }
  }

  private void readDatagrams() {
    DatagramPacket packet = new DatagramPacket(new byte[1 << 16], 1 << 16);
    while (!datagrams.isClosed()) {
      try {
        packet.setLength(1 << 16);
        datagrams.receive(packet);
        byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
        proxy.arrived(packet.getPort(), node, bytes);
      } catch (IOException e) {
        // Closed, which the next turn sees; or an answer that an earlier packet has met nobody.
      }
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().name("proxy-stream").start(() -> relay(socket));
      } catch (IOException e) {
        // Closed: the next turn sees it.
      }
    }
  }

  /** A connection over a way that is cut is left as it is: silence, and no refusal. */
  private void relay(Socket asking) {
    open.add(asking);
    try (asking;
        Socket answering = new Socket()) {
      open.add(answering);
      answering.connect(proxy.real(node), CONNECT_MILLIS);
      Thread back = Thread.ofVirtual().start(() -> pump(answering, asking, node, seenBy));
      pump(asking, answering, seenBy, node);
      back.join();
      open.remove(answering);
    } catch (IOException e) {
      // Nobody is behind this face: the connection ends at once.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(asking);
    }
  }

  private void pump(Socket from, Socket to, int sender, int receiver) {
    byte[] bytes = new byte[1 << 14];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(bytes);
      while (count >= 0) {
        proxy.awaitPassage(sender, receiver);
        proxy.passes(sender, receiver, bytes, count);
        out.write(bytes, 0, count);
        count = in.read(bytes);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeQuietly(from);
      closeQuietly(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // Nothing that could be done about it.
    }
  }

  @Override
  public void close() {
    datagrams.close();
    closeQuietly(server);
    open.forEach(Face::closeQuietly);
  }
}
