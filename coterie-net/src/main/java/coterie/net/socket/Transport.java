package coterie.net.socket;

import coterie.core.NodeId;
import coterie.net.metrics.Drop;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Carries packets to other hosts, and from them to its listener. For the loop only. */
public interface Transport {
  /** Hears what arrives, and what becomes of packets that could not be sent. In the loop. */
  interface Listener {
    /** Takes a packet; returns whether it was let in. */
    boolean arrived(byte[] bytes, int from, int to, Origin origin);

    /** Returns whether what arrives should wait in the socket. */
    boolean isPaused();

    void dropped(Drop why);

    /** Hears that nobody listens where a packet for that node has gone. */
    void unreachable(NodeId node, int channel);

    /** Hears that a connection to that address has failed. */
    void failed(InetSocketAddress address, IOException failure);
  }

  /**
   * Sends the first bytes of a buffer, which the caller may use again at once.
   *
   * @param to whose packet it is; null for a greeting, which goes to an address
   * @return why it is not on its way; null if it is
   */
  @Nullable Drop send(
      InetSocketAddress where, byte[] buffer, int size, @Nullable NodeId to, int channel);

  /** Returns the size of the longest packet. */
  int sizeMax();

  /** Returns whether packets go one behind the other, so that none overtakes another. */
  boolean isStream();

  /** Leaves in the socket what arrives, where the transport can. */
  default void pause() {}

  /** Hands over what has arrived during a pause, and goes on. */
  default void resume() {}

  /** Returns how many connections there are. */
  default int connections() {
    return 0;
  }

  void close();
}
