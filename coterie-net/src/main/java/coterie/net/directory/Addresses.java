package coterie.net.directory;

import coterie.core.Bytes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Addresses as fields of messages: 4 or 16 bytes, and two for the port. */
public final class Addresses {
  private static final int IP4 = 4;
  private static final int IP6 = 16;

  private Addresses() {}

  public static Bytes pack(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    if (host == null) {
      throw new IllegalArgumentException(
          "the address %s is not known here".formatted(address.getHostString()));
    }
    byte[] bytes = host.getAddress();
    byte[] packed = Arrays.copyOf(bytes, bytes.length + Short.BYTES);
    packed[bytes.length] = (byte) (address.getPort() >>> 8);
    packed[bytes.length + 1] = (byte) address.getPort();
    return Bytes.of(packed);
  }

  /** Null if the bytes are not an address that can be sent to. */
  public static @Nullable InetSocketAddress unpack(Bytes packed) {
    int length = packed.size() - Short.BYTES;
    if (length != IP4 && length != IP6) {
      return null;
    }
    byte[] bytes = new byte[packed.size()];
    packed.copyTo(bytes, 0);
    int port = ((bytes[length] & 0xFF) << 8) | (bytes[length + 1] & 0xFF);
    try {
      InetAddress host = InetAddress.getByAddress(Arrays.copyOf(bytes, length));
      return port == 0 || host.isMulticastAddress() ? null : new InetSocketAddress(host, port);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Returns host and port as people write them. */
  public static String text(InetSocketAddress address) {
    String host =
        address.getAddress() == null
            ? address.getHostString()
            : address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /**
   * What somebody says about its address, completed with what is seen of it: who listens on all
   * addresses of its machine does not know by which one others reach it.
   */
  public static @Nullable InetSocketAddress reached(Bytes said, @Nullable InetAddress seen) {
    InetSocketAddress address = unpack(said);
    if (address == null || !address.getAddress().isAnyLocalAddress()) {
      return address;
    }
    return seen == null ? null : new InetSocketAddress(seen, address.getPort());
  }
}
