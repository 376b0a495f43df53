package coterie.net;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.DatagramChannel;

/** A UDP and a TCP socket with one port number. */
record Sockets(DatagramChannel datagrams, ServerSocket server) {
  private static final int TRIES = 32;
  private static final int BACKLOG = 256;

  /** Tries other ports if the number may be any, since UDP's may be taken where TCP's is free. */
  static Sockets bind(InetSocketAddress address) throws IOException {
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

  private static Sockets bindBoth(InetSocketAddress address) throws IOException {
    ServerSocket server = new ServerSocket();
    DatagramChannel datagrams = DatagramChannel.open();
    try {
      server.setReuseAddress(true); // Or a node that is started again waits for old connections.
      server.bind(address, BACKLOG);
      datagrams.bind(new InetSocketAddress(address.getAddress(), server.getLocalPort()));
      return new Sockets(datagrams, server);
    } catch (IOException e) {
      server.close();
      datagrams.close();
      throw e;
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }
}
