package coterie.net;

import coterie.core.NodeId;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where other nodes are reached, and in which life they were heard last. For the loop only.
 *
 * <p>Those that somebody has made known stay until they are forgotten. Of those who were only heard
 * the latest few thousand are remembered, so that invented senders cost no memory.
 */
public final class Directory {
  private static final int STRANGERS_MAX = 4_096;

  private static final class Peer {
    @Nullable InetSocketAddress address;
    @Nullable String name;
    long incarnation;
    long heardNanos = NEVER;
  }

  /** As if it had been heard long before anything else happened. */
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Map<NodeId, Peer> peers = new HashMap<>();
  private final Map<NodeId, Peer> strangers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Peer> eldest) {
          return size() > STRANGERS_MAX;
        }
      };

  /** Somebody says that this node is reached there. */
  public void know(NodeId node, InetSocketAddress address) {
    known(node).address = address;
  }

  /** Somebody says that this node is reached there, in that life. Earlier lives do not count. */
  public void know(NodeId node, InetSocketAddress address, long incarnation) {
    Peer peer = known(node);
    if (incarnation >= peer.incarnation) {
      peer.address = address;
      peer.incarnation = incarnation;
    }
  }

  /** That node is of no interest any more. */
  public void forget(NodeId node) {
    peers.remove(node);
    strangers.remove(node);
  }

  public @Nullable InetSocketAddress address(NodeId node) {
    Peer peer = find(node);
    return peer == null ? null : peer.address;
  }

  /** The latest life in which the node was heard; 0 if it was not. */
  public long incarnation(NodeId node) {
    Peer peer = find(node);
    return peer == null ? 0 : peer.incarnation;
  }

  /** The name that the node gave at a greeting; null if there was none. */
  public @Nullable String name(NodeId node) {
    Peer peer = find(node);
    return peer == null ? null : peer.name;
  }

  /** When the node was heard last, on the loop's clock. */
  long heardNanos(NodeId node) {
    Peer peer = find(node);
    return peer == null ? NEVER : peer.heardNanos;
  }

  void heardAt(NodeId node, long nanos) {
    Peer peer = find(node);
    if (peer != null) {
      peer.heardNanos = nanos;
    }
  }

  /** How many were made known. */
  public int size() {
    return peers.size();
  }

  /** How many were heard, but not made known. */
  int strangers() {
    return strangers.size();
  }

  /** The node has given its name, and was let in. */
  void greeted(NodeId node, String name, InetSocketAddress address, long incarnation) {
    heard(node, incarnation, address);
    Peer peer = find(node);
    if (peer != null) {
      peer.name = name;
    }
  }

  /**
   * The node itself was heard in that life.
   *
   * @param source where its packet came from, if it can be answered there
   */
  void heard(NodeId node, long incarnation, @Nullable InetSocketAddress source) {
    Peer peer = find(node);
    if (peer == null) {
      peer = new Peer();
      strangers.put(node, peer);
    }
    peer.incarnation = Math.max(peer.incarnation, incarnation);
    if (source != null) {
      peer.address = source;
    }
  }

  private @Nullable Peer find(NodeId node) {
    Peer peer = peers.get(node);
    return peer == null ? strangers.get(node) : peer;
  }

  private Peer known(NodeId node) {
    Peer peer = peers.get(node);
    if (peer == null) {
      Peer stranger = strangers.remove(node);
      peer = stranger == null ? new Peer() : stranger;
      peers.put(node, peer);
    }
    return peer;
  }
}
