package coterie.grants;

import coterie.mutex.Mutex;
import coterie.net.Loop;
import java.time.Duration;

/**
 * One lease of this node, from when it is asked for until it is over. Told in the loop; read by any
 * thread, against the clock as it is now.
 *
 * <p>It is told as the waiter of its own request, and not by notes: those wait behind a save, for
 * as long as a disk refuses it, and then could mean an earlier request for the same name.
 */
abstract class NodeLease implements Mutex.Waiter {
  private final String key;
  private final Loop loop;
  private volatile boolean isInside;
  private volatile long untilNanos;
  private volatile long token;
  private volatile String holder = "";

  NodeLease(String key, Loop loop) {
    this.key = key;
    this.loop = loop;
  }

  /** The name under which the voters know it. */
  final String key() {
    return key;
  }

  public final long token() {
    return token;
  }

  /** The holder that was last known to be in the way; empty if nobody was. */
  final String holder() {
    return holder;
  }

  public final boolean isHeld() {
    return leftNanos() > 0;
  }

  public final Duration left() {
    return Duration.ofNanos(leftNanos());
  }

  private long leftNanos() {
    return isInside ? Math.max(0, untilNanos - loop.readNanos()) : 0;
  }

  // ---- in the loop

  final void heldUntil(long newUntilNanos) {
    untilNanos = newUntilNanos;
  }

  final void inLine(String newHolder) {
    holder = newHolder;
  }

  @Override
  public final void entered(long newToken) {
    token = newToken;
    isInside = true;
    gained();
  }

  @Override
  public final void lost(long ofToken) {
    isInside = false;
    over(ofToken);
  }

  /** It is about to be given back, after whatever was granted until now. */
  void returned() {
    end();
  }

  /** It is given back, or the node is no more. */
  final void end() {
    isInside = false;
  }

  abstract void gained();

  /** The lease is lost. */
  abstract void over(long ofToken);

  /** The request has ended without a lease. */
  @Override
  public abstract void gaveUp();

  /** The node is no more. */
  abstract void closed();
}
