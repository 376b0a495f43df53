package coterie.net.socket;

import coterie.core.NodeId;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Drop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** The UDP socket of a node. */
public final class UdpTransport implements Transport {
  /** At most this number of packets is read at once, before other sockets have their turn. */
  private static final int BATCH = 256;

  private final EventLoop loop;
  private final DatagramChannel channel;
  private final int sizeMax;
  private final Transport answers;
  private final Listener listener;
  private final SelectionKey key;

  /**
   * @param answers by which datagrams are answered; null for this one
   */
  public UdpTransport(
      EventLoop loop,
      DatagramChannel channel,
      int sizeMax,
      @Nullable Transport answers,
      Listener listener)
      throws IOException {
    this.loop = loop;
    this.channel = channel;
    this.sizeMax = sizeMax;
    this.answers = answers == null ? this : answers;
    this.listener = listener;
    channel.configureBlocking(false);
    this.key = loop.register(channel, SelectionKey.OP_READ, this::read);
  }

  /** Sends it; what the network of this machine does not take is as if it were lost. */
  @Override
  public @Nullable Drop send(
      InetSocketAddress where, byte[] buffer, int size, @Nullable NodeId to, int number) {
    try {
      return channel.send(ByteBuffer.wrap(buffer, 0, size), where) == size ? null : Drop.NOT_SENT;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Drop.NOT_SENT; // No route, no such address, a full buffer.
    }
  }

  @Override
  public int sizeMax() {
    return sizeMax;
  }

  @Override
  public boolean isStream() {
    return false;
  }

  /** What arrives meanwhile waits in the buffer of the socket, or is lost. */
  @Override
  public void pause() {
    key.interestOps(0);
  }

  @Override
  public void resume() {
    key.interestOps(SelectionKey.OP_READ);
    try {
      boolean unused = read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean read() throws IOException {
    byte[] bytes = loop.scratch();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    for (int count = 0; count < BATCH; count++) {
      buffer.clear();
      if (!(channel.receive(buffer) instanceof InetSocketAddress source)) {
        return false;
      }
      int size = buffer.position();
      Origin origin = new Origin.Address(answers, source);
      loop.event(() -> listener.arrived(bytes, 0, size, origin));
      if (!channel.isOpen() || listener.isPaused()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    SocketPair.closeQuietly(channel);
  }
}
