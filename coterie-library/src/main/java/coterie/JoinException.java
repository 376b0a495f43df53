package coterie;

/** A node could not come into its group. */
public final class JoinException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why not. */
  public enum Reason {
    /** The address cannot be listened on. */
    CANNOT_LISTEN,
    /** A seed belongs to another cluster. */
    OTHER_CLUSTER,
    /** A seed does not have the key of this node. */
    WRONG_KEY,
    /** A seed speaks a version of the protocol that this node does not. */
    OTHER_VERSION,
    /** A node of this name is in the group and answers. */
    NAME_TAKEN,
    /** Two names have the same hash: one of them has to change. */
    SAME_HASH,
    /**
     * A life of this name with a higher incarnation is known, and again after beginning above it.
     */
    OLD_INCARNATION,
    /** What the node gives as its address is not an address. */
    BAD_ADDRESS,
    /** A seed, or this node's own vote, knows other voters, another lease or another election. */
    OTHER_SETTINGS,
    /** Not one of the seeds is known to a resolver, or can be read. */
    UNKNOWN_SEEDS,
    /** Not one of the seeds has answered in time, and the node was told not to be alone. */
    NO_ANSWER,
    /** The data directory cannot be used, or belongs to another node. */
    BAD_DATA,
    /** The waiting thread was interrupted. */
    INTERRUPTED
  }

  private final Reason reason;

  /** The latest life of the name that others know, if that is why; else 0. */
  private final long latest;

  public JoinException(Reason reason, String message) {
    this(reason, message, 0);
  }

  public JoinException(Reason reason, String message, long latest) {
    super(message);
    this.reason = reason;
    this.latest = latest;
  }

  public JoinException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.latest = 0;
  }

  public Reason reason() {
    return reason;
  }

  public long latest() {
    return latest;
  }
}
