package coterie.net.metrics;

/** Why a packet was not handed on. Each kind is counted. */
public enum Drop {
  /** It is not a packet, or its message cannot be read. */
  MALFORMED,
  /** Only a newer version knows its message. */
  UNKNOWN,
  /** It belongs to another cluster. */
  OTHER_CLUSTER,
  /** It was not sealed with a key of the ring. */
  WRONG_KEY,
  /** It has come before. */
  REPLAYED,
  /** It is from an earlier life of its sender, or for an earlier life of its receiver. */
  STALE,
  /** It claims to be from this very node. */
  OWN_NAME,
  /** It names a channel that is not there. */
  NO_CHANNEL,
  /** Nobody knows the address of its receiver. */
  NO_ADDRESS,
  /** It is longer than what can be sent, or too much waits to be sent there. */
  TOO_MUCH,
  /** The network of this machine did not take it. */
  NOT_SENT,
  /** It was lost on a link that has faults. */
  LOST,
  /** The incarnation of its sender is one that no node gets to. */
  FUTURE,
  /**
   * The TLS of its connection failed: one of the two does not trust the other's certificate. Or it
   * is a datagram, where TLS alone protects.
   */
  UNTRUSTED,
  /** It came so slowly that its connection was given up. */
  TOO_SLOW,
  /** Its protocol has more to save already than the disk takes at once. */
  BUSY,
  /** It is not as it was sent: its sum is wrong. */
  DAMAGED,
  /** It claims to be from a later life of its sender, and nobody has answered for that life. */
  UNPROVEN
}
