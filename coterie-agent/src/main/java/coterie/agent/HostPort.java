package coterie.agent;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** An address as people write it: host:port, and [::1]:port for IPv6. */
public record HostPort(String host, int port) {
  private static final int PORT_MAX = 65_535;

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

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
