package coterie;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;

/** An address as people write it: host:port, and [::1]:port for IPv6. */
public record HostPort(String host, int port) {
  private static final int PORT_MAX = 65_535;

  /** Reads an address, and does not look the host up. */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 1 ? "" : text.substring(0, colon);
    String port = text.substring(colon + 1);
    boolean isBracketed = host.startsWith("[") && host.endsWith("]");
    if (host.isEmpty() || (host.contains(":") && !isBracketed) || !port.matches("[0-9]{1,5}")) {
      throw wrong(text);
    }
    int number = Integer.parseInt(port);
    if (number > PORT_MAX) {
      throw wrong(text);
    }
    return new HostPort(isBracketed ? host.substring(1, host.length() - 1) : host, number);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "an address is host:port with a port up to %d, such as 127.0.0.1:7101 or [::1]:7101, not \"%s\""
            .formatted(PORT_MAX, text));
  }

  /** Looks the host up. */
  public InetSocketAddress resolve() {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("the host %s is not known here".formatted(host), e);
    }
  }

  /** Looks the host up; the address stays unresolved if the host is not known here. */
  public InetSocketAddress lookUp() {
    return new InetSocketAddress(host, port);
  }

  public static String text(InetSocketAddress address) {
    String host =
        address.getAddress() == null
            ? address.getHostString()
            : address.getAddress().getHostAddress();
    return new HostPort(host, address.getPort()).toString();
  }

  /** Returns where others reach a listener: in place of all addresses one that others can use. */
  public static InetSocketAddress reachable(InetSocketAddress bound) {
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

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
