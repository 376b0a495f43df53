package coterie.net.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;

/** A UDP and a TCP socket with one port number. */
public record SocketPair(
    DatagramChannel datagrams, ServerSocketChannel server, InetSocketAddress address)
    implements AutoCloseable {
  private static final int TRIES = 32;
  private static final int BACKLOG = 256;

  /** Tries other ports if the number may be any, since UDP's may be taken where TCP's is free. */
  public static SocketPair bind(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw new IOException("the address %s is not known here".formatted(address.getHostString()));
    }
    for (int tries = address.getPort() == 0 ? TRIES : 1; ; tries--) {
      try {
        return bindBoth(address);
      } catch (BindException e) {
        if (tries == 1) {
          throw new BindException(
              "cannot listen on %s:%d: %s"
                  .formatted(address.getHostString(), address.getPort(), e.getMessage()));
        }
      }
    }
  }

  private static SocketPair bindBoth(InetSocketAddress address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    DatagramChannel datagrams = DatagramChannel.open();
    try {
      // Or a node that is started again waits for old connections.
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address, BACKLOG);
      InetSocketAddress got = (InetSocketAddress) server.getLocalAddress();
      datagrams.bind(new InetSocketAddress(address.getAddress(), got.getPort()));
      return new SocketPair(datagrams, server, got);
    } catch (IOException e) {
      server.close();
      datagrams.close();
      throw e;
    }
  }

  @Override
  public void close() {
    closeQuietly(datagrams);
    closeQuietly(server);
  }

  static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // Nothing that could be done about it.
    }
  }
}
