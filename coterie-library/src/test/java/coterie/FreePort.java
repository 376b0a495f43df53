package coterie;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** For tests that must know a port before anybody listens there. */
public final class FreePort {
  private FreePort() {}

  public static int next() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
