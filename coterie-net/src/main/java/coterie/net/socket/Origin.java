package coterie.net.socket;

import coterie.net.metrics.Drop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Where a packet came from, and an answer to it goes. */
public interface Origin {
  /** Returns where the sender gets datagrams; null if the packet came over a connection. */
  @Nullable InetSocketAddress source();

  /** Returns the machine that it came from. */
  InetAddress host();

  /** Returns whether an answer goes over a stream. */
  boolean isStream();

  /** Sends an answer; returns why it is not on its way, or null if it is. */
  @Nullable Drop answer(byte[] packet);

  /** An address, which is answered by that transport. */
  record Address(Transport transport, InetSocketAddress source) implements Origin {
    @Override
    public InetAddress host() {
      return source.getAddress();
    }

    @Override
    public boolean isStream() {
      return transport.isStream();
    }

    @Override
    public @Nullable Drop answer(byte[] packet) {
      return transport.send(source, packet, packet.length, null, 0);
    }
  }
}
