package coterie.grants;

import coterie.Held;
import coterie.Subscription;
import coterie.net.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A lock that a thread of this node waits for or holds. */
final class HeldLease extends NodeLease implements Held {
  private enum Phase {
    OPEN,
    ABANDONED,
    OVER
  }

  private final String name;
  private final Leases leases;
  private final Runnable onEnd;
  private final CompletableFuture<Boolean> entered = new CompletableFuture<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
  private final Mailboxes<Boolean> losses = new Mailboxes<>();
  private volatile boolean isLost;

  /**
   * @param onEnd when another thread of this node may ask for it
   */
  HeldLease(String name, String key, Leases leases, Runnable onEnd) {
    super(key, leases.loop());
    this.name = name;
    this.leases = leases;
    this.onEnd = onEnd;
  }

  /** True when it is held, false if it was not granted in time; fails if the node is closed. */
  CompletableFuture<Boolean> entered() {
    return entered;
  }

  @Override
  void gained() {
    entered.complete(true);
  }

  @Override
  public void gaveUp() {
    entered.complete(false);
  }

  @Override
  void over(long ofToken) {
    isLost = true;
    losses.tell(true);
  }

  @Override
  void closed() {
    end();
    boolean waited = entered.completeExceptionally(new IllegalStateException("the node is closed"));
    if (!waited && phase.get() == Phase.OPEN) {
      over(token());
    }
  }

  @Override
  public String lock() {
    return name;
  }

  @Override
  public Subscription whenLost(Runnable action) {
    AtomicBoolean isTold = new AtomicBoolean();
    Mailbox<Boolean> box =
        losses.add(
            lost -> {
              if (isTold.compareAndSet(false, true)) {
                action.run();
              }
            });
    if (isLost) {
      box.put(true);
    }
    return box;
  }

  @Override
  public void abandon() {
    long left = left().toNanos();
    if (phase.compareAndSet(Phase.OPEN, Phase.ABANDONED)) {
      end();
      leases.abandon(this);
      // What another thread of this node asks for later waits until the lease has run out.
      Loop loop = leases.loop();
      loop.execute(() -> loop.schedule(left, this::ranOut));
    }
  }

  private void ranOut() {
    if (phase.compareAndSet(Phase.ABANDONED, Phase.OVER)) {
      onEnd.run();
    }
  }

  @Override
  public void close() {
    if (phase.getAndSet(Phase.OVER) != Phase.OVER) {
      end();
      leases.giveBack(this, onEnd);
    }
  }

  /** It was never held: nothing is to be given back. */
  void dismiss() {
    if (phase.compareAndSet(Phase.OPEN, Phase.OVER)) {
      leases.forget(this);
      onEnd.run();
    }
  }

  @Override
  public String toString() {
    return "%s with token %d".formatted(name, token());
  }
}
