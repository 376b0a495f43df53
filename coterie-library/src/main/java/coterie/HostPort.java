package coterie;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collections;

/** Addresses as people write them. */
final class HostPort {
  private static final int PORT_MAX = 65_535;

  private HostPort() {}

  /** Reads host:port, and looks the host up. */
  static InetSocketAddress parse(String hostAndPort) {
    InetSocketAddress unresolved = parseOnly(hostAndPort);
    return new InetSocketAddress(unresolved.getHostString(), unresolved.getPort());
  }

  /** Reads host:port; an IPv6 address stands in brackets. */
  static InetSocketAddress parseOnly(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    String host = colon < 1 ? "" : hostAndPort.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int port = port(hostAndPort.substring(colon + 1));
    if (host.isEmpty() || port < 0) {
      throw new IllegalArgumentException(
          "an address is host:port with a port of 0 to %d, not %s"
              .formatted(PORT_MAX, hostAndPort));
    }
    return InetSocketAddress.createUnresolved(host, port);
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      return port <= PORT_MAX ? port : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static String text(InetSocketAddress address) {
    String host =
        address.getAddress() == null
            ? address.getHostString()
            : address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** Where others reach who listens there: on all addresses means on one that others can use. */
  static InetSocketAddress reachable(InetSocketAddress bound) {
    if (!bound.getAddress().isAnyLocalAddress()) {
      return bound;
    }
    return new InetSocketAddress(outward(), bound.getPort());
  }

  private static InetAddress outward() {
    try {
      for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress address : Collections.list(card.getInetAddresses())) {
          if (address.getAddress().length == 4 && !address.isLoopbackAddress() && card.isUp()) {
            return address;
          }
        }
      }
    } catch (SocketException e) {
      // No list of interfaces: only this machine reaches it.
    }
    return InetAddress.getLoopbackAddress();
  }
}
