package coterie.field;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Port numbers that are free on UDP and TCP. They lie below those that the machine gives away by
 * itself, so that nobody takes one between the question and its use, or while its node is down.
 */
final class Ports {
  private static final int LEAST = 15_000;
  private static final int COUNT = 15_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  static int free() {
    for (int tries = 0; tries < TRIES; tries++) {
      int port = LEAST + ThreadLocalRandom.current().nextInt(COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port found in %d tries".formatted(TRIES));
  }

  static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static boolean isFree(int port) {
    try (ServerSocket tcp = new ServerSocket();
        DatagramSocket udp = new DatagramSocket(null)) {
      tcp.bind(loopback(port));
      udp.bind(loopback(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
