package coterie.net.directory;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where other nodes are reached, and in which life they were heard last. For the loop only.
 *
 * <p>Those that somebody has made known, or that the book lists, stay until they are forgotten. Of
 * those who were only heard the latest few thousand are remembered, so that invented senders cost
 * no memory.
 *
 * <p>The life in which a node is heard first is taken as it is. Another one counts once it has
 * answered a question that nobody could foresee, so that no packet that was damaged, made up or
 * repeated can move it; and a life that has answered gives way to later ones only.
 */
public final class Directory {
  private static final int STRANGERS_MAX = 4_096;

  private static final class Peer {
    /** What was told of the address and not yet needed; goes before the address. */
    @Nullable Bytes packed;

    @Nullable InetSocketAddress address;
    @Nullable String name;
    long incarnation;

    /** The latest life that has answered; 0 if none has. */
    long proven;

    long heardNanos = NEVER;

    @Nullable InetSocketAddress address() {
      if (packed != null) {
        InetSocketAddress told = Addresses.unpack(packed);
        address = told == null ? address : told;
        packed = null;
      }
      return address;
    }

    void moveTo(InetSocketAddress newAddress) {
      address = newAddress;
      packed = null;
    }
  }

  /** What a life is as seen from here. */
  public enum Standing {
    /** The one that counts, or the first that is heard at all. */
    PRESENT,
    /** A later one counts. */
    EARLIER,
    /** Another one than that which is known: whether it lives has to be asked. */
    UNPROVEN
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

  private Function<NodeId, @Nullable Bytes> book = node -> null;

  /**
   * Looks up in that book who is not known here, as when a node is sent to for the first time. Of a
   * thousand members most never are.
   *
   * @param newBook the address of a node as a member's card has it; null if it has none
   */
  public void lookUpIn(Function<NodeId, @Nullable Bytes> newBook) {
    book = newBook;
  }

  /** The book has changed. */
  public void lookUpAgain(NodeId node) {
    Peer peer = peers.get(node);
    Bytes address = peer == null ? null : book.apply(node);
    if (peer != null && address != null) {
      peer.packed = address;
    }
  }

  /** Somebody says that this node is reached there. */
  public void know(NodeId node, InetSocketAddress address) {
    known(node).moveTo(address);
  }

  /**
   * The caller knows for sure that this node is reached there, in that life. Earlier lives do not
   * count.
   */
  public void know(NodeId node, InetSocketAddress address, long incarnation) {
    Peer peer = known(node);
    if (incarnation >= peer.incarnation) {
      peer.moveTo(address);
      peer.incarnation = incarnation;
      peer.proven = incarnation;
    }
  }

  /** That node is of no interest any more. */
  public void forget(NodeId node) {
    peers.remove(node);
    strangers.remove(node);
  }

  public @Nullable InetSocketAddress address(NodeId node) {
    Peer peer = find(node);
    return peer == null ? null : peer.address();
  }

  /** The life of the node that counts; 0 if it was not heard. */
  public long incarnation(NodeId node) {
    Peer peer = find(node);
    return peer == null ? 0 : peer.incarnation;
  }

  /** The latest life of the node that has answered a question; 0 if none has. */
  public long proven(NodeId node) {
    Peer peer = find(node);
    return peer == null ? 0 : peer.proven;
  }

  /** What that life of the node is. */
  public Standing standing(NodeId node, long incarnation) {
    Peer peer = find(node);
    if (peer == null || peer.incarnation == 0 || peer.incarnation == incarnation) {
      return Standing.PRESENT;
    }
    return incarnation < peer.proven ? Standing.EARLIER : Standing.UNPROVEN;
  }

  /** That life of the node has answered a question. */
  public void proved(NodeId node, long incarnation) {
    Peer peer = heardOf(node);
    if (incarnation > peer.proven) {
      peer.proven = incarnation;
      peer.incarnation = incarnation;
    }
  }

  /** The name that the node gave at a greeting; null if there was none. */
  public @Nullable String name(NodeId node) {
    Peer peer = find(node);
    return peer == null ? null : peer.name;
  }

  /** When the node was heard last, on the loop's clock. */
  public long heardNanos(NodeId node) {
    Peer peer = find(node);
    return peer == null ? NEVER : peer.heardNanos;
  }

  public void heardAt(NodeId node, long nanos) {
    Peer peer = find(node);
    if (peer != null) {
      peer.heardNanos = nanos;
    }
  }

  /** How many were made known, or were looked up in the book. */
  public int size() {
    return peers.size();
  }

  /** How many were heard, but not made known. */
  public int strangers() {
    return strangers.size();
  }

  /** The node has given its name, has answered in that life, and was let in. */
  public void greeted(NodeId node, String name, InetSocketAddress address, long incarnation) {
    proved(node, incarnation);
    Peer peer = heardOf(node);
    if (incarnation == peer.incarnation) {
      peer.moveTo(address);
      peer.name = name;
    }
  }

  /**
   * The node itself was heard in that life, which is its present one.
   *
   * @param source where its packet came from, if it can be answered there
   */
  public void heard(NodeId node, long incarnation, @Nullable InetSocketAddress source) {
    Peer peer = heardOf(node);
    if (peer.incarnation == 0) {
      peer.incarnation = incarnation;
    }
    if (source != null) {
      peer.moveTo(source);
    }
  }

  private Peer heardOf(NodeId node) {
    Peer peer = find(node);
    if (peer == null) {
      peer = new Peer();
      strangers.put(node, peer);
    }
    return peer;
  }

  private @Nullable Peer find(NodeId node) {
    Peer peer = peers.get(node);
    if (peer != null) {
      return peer;
    }
    Bytes address = book.apply(node);
    if (address == null) {
      return strangers.get(node);
    }
    peer = known(node);
    peer.packed = address;
    return peer;
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
