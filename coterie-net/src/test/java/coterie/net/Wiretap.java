package coterie.net;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between two hosts: passes datagrams on, so many times, and keeps a copy. */
final class Wiretap implements AutoCloseable {
  final List<byte[]> captured = new CopyOnWriteArrayList<>();
  private final DatagramSocket socket;
  private final InetSocketAddress to;
  private final int copies;

  Wiretap(InetSocketAddress to, int copies) throws IOException {
    this.to = to;
    this.copies = copies;
    this.socket = new DatagramSocket(Village.any());
    Thread.ofVirtual().start(this::run);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  void send(byte[] bytes, InetSocketAddress where) throws IOException {
    socket.send(new DatagramPacket(bytes, bytes.length, where));
  }

  private void run() {
    byte[] buffer = new byte[1 << 16];
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] copy = java.util.Arrays.copyOf(buffer, packet.getLength());
        captured.add(copy);
        for (int i = 0; i < copies; i++) {
          send(copy, to);
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
