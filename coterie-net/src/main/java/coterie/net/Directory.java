package coterie.net;

import coterie.core.NodeId;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where other nodes are reached, and in which life they were heard last. For the loop only. */
public final class Directory {
  private static final class Peer {
    @Nullable InetSocketAddress address;
    long incarnation;
  }

  private final Map<NodeId, Peer> peers = new HashMap<>();

  /** Somebody says that this node is reached there. */
  public void know(NodeId node, InetSocketAddress address) {
    peer(node).address = address;
  }

  /** That node is of no interest any more. */
  public void forget(NodeId node) {
    peers.remove(node);
  }

  public @Nullable InetSocketAddress address(NodeId node) {
    Peer peer = peers.get(node);
    return peer == null ? null : peer.address;
  }

  /** The latest life in which the node was heard; 0 if it was not. */
  public long incarnation(NodeId node) {
    Peer peer = peers.get(node);
    return peer == null ? 0 : peer.incarnation;
  }

  public int size() {
    return peers.size();
  }

  /**
   * The node itself was heard in that life.
   *
   * @param source where its packet came from, if it can be answered there
   */
  void heard(NodeId node, long incarnation, @Nullable InetSocketAddress source) {
    Peer peer = peer(node);
    peer.incarnation = Math.max(peer.incarnation, incarnation);
    if (source != null) {
      peer.address = source;
    }
  }

  private Peer peer(NodeId node) {
    return peers.computeIfAbsent(node, any -> new Peer());
  }
}
