package coterie.sim;

import coterie.core.NodeId;
import coterie.core.TimeText;
import org.jspecify.annotations.Nullable;

/**
 * Where a run was when a protocol threw. It travels with the exception, suppressed, so that whoever
 * catches that still sees its own type, and a stack trace shows both.
 */
public final class Whereabouts extends Exception {
  private static final long serialVersionUID = 1L;

  /** What the node was doing. */
  public enum Doing {
    STARTED,
    RECEIVED,
    WOKE,
    UNREACHED,
    SAVED
  }

  private final long atNanos;
  private final transient NodeId node;
  private final Doing doing;
  private final transient @Nullable Object subject;
  private final transient @Nullable NodeId peer;

  public Whereabouts(
      long atNanos, NodeId node, Doing doing, @Nullable Object subject, @Nullable NodeId peer) {
    super(
        "at %s, %s %s %s"
            .formatted(TimeText.format(atNanos), node, doing, subject == null ? "" : subject),
        null,
        false,
        false);
    this.atNanos = atNanos;
    this.node = node;
    this.doing = doing;
    this.subject = subject;
    this.peer = peer;
  }

  /** The one that travels with an exception; null if none does. */
  public static @Nullable Whereabouts of(Throwable thrown) {
    for (Throwable suppressed : thrown.getSuppressed()) {
      if (suppressed instanceof Whereabouts found) {
        return found;
      }
    }
    return null;
  }

  public long atNanos() {
    return atNanos;
  }

  public NodeId node() {
    return node;
  }

  public Doing doing() {
    return doing;
  }

  /** The message that was received, or the name of the alarm; null otherwise. */
  public @Nullable Object subject() {
    return subject;
  }

  /** The sender of a message, or the node that was not reached; null otherwise. */
  public @Nullable NodeId peer() {
    return peer;
  }
}
