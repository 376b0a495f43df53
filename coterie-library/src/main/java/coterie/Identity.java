package coterie;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Names and addresses, as people write them and as messages carry them. */
final class Identity {
  private static final int PORT_MAX = 65_535;

  private Identity() {}

  /** Who a node of that name in that cluster is. */
  static NodeId id(String cluster, String name) {
    return new NodeId(hash("coterie name\0" + cluster + "\0" + name));
  }

  /** What stands for whoever listens at an address, until it says who it is. */
  static NodeId stranger(InetSocketAddress address) {
    return new NodeId(hash("coterie address\0" + text(address)));
  }

  private static long hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

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

  static Bytes pack(InetSocketAddress address) {
    byte[] host = address.getAddress().getAddress();
    byte[] packed = Arrays.copyOf(host, host.length + Short.BYTES);
    packed[host.length] = (byte) (address.getPort() >>> Byte.SIZE);
    packed[host.length + 1] = (byte) address.getPort();
    return Bytes.of(packed);
  }

  /** Null if the bytes are no address. */
  static @Nullable InetSocketAddress unpack(Bytes packed) {
    if (packed.size() <= Short.BYTES) {
      return null;
    }
    byte[] bytes = new byte[packed.size()];
    packed.copyTo(bytes, 0);
    int length = bytes.length - Short.BYTES;
    int port = (bytes[length] & 0xFF) << Byte.SIZE | bytes[length + 1] & 0xFF;
    try {
      return new InetSocketAddress(InetAddress.getByAddress(Arrays.copyOf(bytes, length)), port);
    } catch (UnknownHostException e) {
      return null;
    }
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
