package coterie.grants;

import coterie.Held;
import coterie.Lock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A lock by its name. */
public final class NamedLock implements Lock {
  private static final String PREFIX = "lock/";

  /** How much later than the loop a thread that waits gives up. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String name;
  private final Leases leases;
  private final LocalLines lines;
  private final Supplier<String> obstacle;

  public NamedLock(String name, Leases leases, LocalLines lines, Supplier<String> obstacle) {
    this.name = name;
    this.leases = leases;
    this.lines = lines;
    this.obstacle = obstacle;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Held acquire(Duration timeout) throws InterruptedException, TimeoutException {
    long nanos = timeout.toNanos();
    if (nanos <= 0) {
      throw new IllegalArgumentException("a timeout is longer than 0 s, not " + timeout);
    }
    long deadline = System.nanoTime() + nanos;
    if (!lines.await(name, nanos)) {
      throw new TimeoutException(
          "the lock %s was not granted within %s: %s"
              .formatted(
                  name,
                  Seconds.text(timeout),
                  lines.isMine(name)
                      ? "this thread holds it itself, and it cannot be taken twice"
                      : "another thread of this node holds it"));
    }
    HeldLease lease = lease();
    leases.ask(lease, Math.max(1, deadline - System.nanoTime()));
    if (await(lease, Math.max(0, deadline - System.nanoTime()) + GRACE_NANOS)) {
      return lease;
    }
    throw new TimeoutException(
        "the lock %s was not granted within %s: %s"
            .formatted(name, Seconds.text(timeout), obstacle(lease)));
  }

  private String obstacle(HeldLease lease) {
    if (!lease.holder().isEmpty()) {
      return lease.holder() + " holds it";
    }
    return obstacle.get();
  }

  @Override
  public Optional<Held> tryAcquire() throws InterruptedException {
    if (!lines.tryEnter(name)) {
      return Optional.empty();
    }
    HeldLease lease = lease();
    leases.tryAsk(lease);
    return await(lease, Long.MAX_VALUE / 2) ? Optional.of(lease) : Optional.empty();
  }

  private HeldLease lease() {
    return new HeldLease(name, PREFIX + name, leases, () -> lines.leave(name));
  }

  /** Whether it is held; if not, or if this thread is interrupted, nothing stays behind. */
  private boolean await(HeldLease lease, long nanos) throws InterruptedException {
    boolean isHeld = false;
    boolean isAnswered = false;
    try {
      isHeld = lease.entered().get(nanos, TimeUnit.NANOSECONDS);
      isAnswered = true;
      return isHeld;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the lock %s cannot be had: the node is closed".formatted(name), e);
    } finally {
      if (!isAnswered) {
        lease.close();
      } else if (!isHeld) {
        lease.dismiss();
      }
    }
  }

  @Override
  public Optional<String> holder(Duration timeout) throws InterruptedException, TimeoutException {
    return leases.holder(PREFIX + name, "holds the lock " + name, timeout);
  }

  @Override
  public String toString() {
    return name;
  }
}
