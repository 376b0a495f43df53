package coterie.net.socket;

import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.loop.EventLoop;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Finds out whether anybody listens at a peer that does not answer. A datagram to a closed port
 * vanishes; an attempt to connect is refused, and that is a hint which protocols are told. It is
 * made at most once a second for each peer.
 */
public final class PortProbe {
  private static final int CONNECT_MILLIS = 1_000;
  private static final long REST_NANOS = 1_000_000_000;

  /**
   * At most this number of attempts waits at once; a hint that would be one more is not asked for.
   */
  private static final int ATTEMPTS_MAX = 64;

  private static final class Silence {
    long channels;
  }

  /** Says whether a peer may be asked, and hears of closed ports. */
  public interface Listener {
    boolean isOpen();

    /** Returns whether the way there is open, so that a closed port means something. */
    boolean mayProbe(NodeId to);

    void unreachable(NodeId to, int channel);
  }

  private final EventLoop loop;
  private final Directory directory;
  private final Listener listener;
  private final long portProbeNanos;
  private final Map<NodeId, Silence> silences = new HashMap<>();
  private final Semaphore attempts = new Semaphore(ATTEMPTS_MAX);

  public PortProbe(EventLoop loop, Directory directory, long portProbeNanos, Listener listener) {
    this.loop = loop;
    this.directory = directory;
    this.listener = listener;
    this.portProbeNanos = portProbeNanos;
  }

  /** A datagram has gone there. To one who was heard just now it is an answer, and has none. */
  public void sent(NodeId to, int channel) {
    long silentNanos = loop.nowNanos() - directory.heardNanos(to);
    if (portProbeNanos == 0 || silentNanos < portProbeNanos) {
      return;
    }
    Silence silence = silences.get(to);
    if (silence == null) {
      Silence made = new Silence();
      silences.put(to, made);
      loop.schedule(portProbeNanos, () -> due(to, made));
      silence = made;
    }
    silence.channels |= 1L << channel;
  }

  /** That peer lives. */
  public void heard(NodeId from) {
    directory.heardAt(from, loop.nowNanos());
    Silence silence = silences.get(from);
    if (silence != null) {
      silence.channels = 0;
    }
  }

  /** Tells in the loop if nobody listens there, and otherwise nothing. */
  public void probe(InetSocketAddress address, Runnable closed) {
    if (listener.isOpen() && attempts.tryAcquire()) {
      Thread.ofVirtual().name("coterie-port-probe").start(() -> attempt(address, closed));
    }
  }

  public int silences() {
    return silences.size();
  }

  /**
   * Every silence is forgotten a second after it was made or later, whatever becomes of its peer.
   */
  private void due(NodeId to, Silence silence) {
    InetSocketAddress address = directory.address(to);
    if (silence.channels == 0 || address == null || !listener.mayProbe(to)) {
      silences.remove(to, silence);
      return;
    }
    loop.schedule(REST_NANOS, () -> silences.remove(to, silence));
    probe(address, () -> refused(to, silence));
  }

  private void attempt(InetSocketAddress address, Runnable closed) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
    } catch (ConnectException e) {
      loop.execute(closed);
    } catch (IOException e) {
      // No answer either: nothing is known.
    } finally {
      attempts.release();
    }
  }

  /** Unless it was heard meanwhile. */
  private void refused(NodeId to, Silence silence) {
    for (long left = silence.channels; left != 0; left &= left - 1) {
      listener.unreachable(to, Long.numberOfTrailingZeros(left));
    }
  }
}
