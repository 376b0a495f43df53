package coterie.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;

/** The UDP socket of a node. */
final class Datagrams {
  /** How many are read at once, before other sockets have their turn. */
  private static final int BATCH = 256;

  private final Host host;
  private final DatagramChannel channel;
  private final SelectionKey key;

  Datagrams(Host host, DatagramChannel channel) throws IOException {
    this.host = host;
    this.channel = channel;
    channel.configureBlocking(false);
    this.key = host.loop().register(channel, SelectionKey.OP_READ, this::read);
  }

  /** Whether the network of this machine has taken it. */
  boolean send(InetSocketAddress to, byte[] bytes, int size) {
    try {
      return channel.send(ByteBuffer.wrap(bytes, 0, size), to) == size;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false; // No route, no such address, a full buffer: as if it were lost.
    }
  }

  /** What arrives meanwhile waits in the buffer of the socket, or is lost. */
  void pause(boolean isPaused) {
    key.interestOps(isPaused ? 0 : SelectionKey.OP_READ);
  }

  boolean read() throws IOException {
    byte[] bytes = host.loop().scratch();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    for (int count = 0; count < BATCH; count++) {
      buffer.clear();
      if (!(channel.receive(buffer) instanceof InetSocketAddress source)) {
        return false;
      }
      int size = buffer.position();
      host.loop().event(() -> host.arrivals().arrived(bytes, 0, size, source, null));
      if (!channel.isOpen() || host.isPaused()) {
        return false;
      }
    }
    return true;
  }

  void close() {
    Streams.closeQuietly(channel);
  }
}
