package coterie.field;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes TCP connections on, until it is told to hold all bytes back without closing anything. */
final class Relay implements AutoCloseable {
  private final ServerSocket server;
  private final int to;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean isStuck;

  Relay(int to) throws IOException {
    this.to = to;
    this.server = new ServerSocket(0, 100, java.net.InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void stick() {
    isStuck = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        Socket there = new Socket(java.net.InetAddress.getLoopbackAddress(), to);
        sockets.add(from);
        sockets.add(there);
        Thread.ofVirtual().start(() -> pass(from, there));
        Thread.ofVirtual().start(() -> pass(there, from));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void pass(Socket from, Socket there) {
    byte[] bytes = new byte[4_096];
    try (from;
        there) {
      InputStream in = from.getInputStream();
      OutputStream out = there.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        while (isStuck) {
          Thread.sleep(50);
        }
        out.write(bytes, 0, n);
      }
    } catch (IOException e) {
      // One side has closed it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    isStuck = false;
  }
}
