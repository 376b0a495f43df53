package coterie.grants;

import coterie.Leadership;
import coterie.Subscription;
import coterie.mutex.Mutex;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A lease that is asked for again whenever it is lost. */
public final class LeadershipLease extends NodeLease implements Leadership {
  private static final String PREFIX = "leader/";

  private final String name;
  private final Leases leases;
  private final BooleanSupplier hasQuorum;
  private final Mailboxes<Event> listeners = new Mailboxes<>();
  private final ReentrantLock guard = new ReentrantLock();
  private final Condition changed = guard.newCondition();
  private volatile boolean stands;
  private volatile boolean isAbandoned;
  private volatile boolean isClosed;

  /** What listeners were told last. */
  private boolean isTold;

  public LeadershipLease(String name, Leases leases, BooleanSupplier hasQuorum) {
    super(PREFIX + name, leases.loop());
    this.name = name;
    this.leases = leases;
    this.hasQuorum = hasQuorum;
  }

  public static Optional<String> leader(Leases leases, String name, Duration timeout)
      throws InterruptedException, TimeoutException {
    return leases.holder(PREFIX + name, "leads " + name, timeout);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean leads() {
    return stands && isHeld();
  }

  @Override
  public boolean stands() {
    return stands;
  }

  @Override
  public void stand() {
    guard.lock();
    try {
      if (!stands && !isClosed) {
        stands = true;
        isAbandoned = false;
        leases.ask(this, Mutex.FOR_EVER);
      }
    } finally {
      guard.unlock();
    }
  }

  @Override
  public void resign() {
    guard.lock();
    try {
      if (stands || isAbandoned) {
        stands = false;
        isAbandoned = false;
        end();
        tellLost();
        leases.giveBack(this, () -> {});
      }
    } finally {
      guard.unlock();
    }
  }

  @Override
  public void abandon() {
    guard.lock();
    try {
      if (stands) {
        stands = false;
        isAbandoned = true;
        end();
        tellLost();
        leases.abandon(this);
      }
    } finally {
      guard.unlock();
    }
  }

  @Override
  public Subscription watch(Consumer<? super Event> listener) {
    guard.lock();
    try {
      Mailbox<Event> box = listeners.add(listener);
      if (isTold) {
        box.put(new Event.Gained(token()));
      }
      return box;
    } finally {
      guard.unlock();
    }
  }

  @Override
  public long await(Duration timeout) throws InterruptedException, TimeoutException {
    long left = timeout.toNanos();
    guard.lockInterruptibly();
    try {
      while (!leads()) {
        requireStanding();
        if (left <= 0) {
          throw new TimeoutException(
              "%s was not led by this node within %s: %s"
                  .formatted(name, Seconds.text(timeout), obstacle()));
        }
        left = changed.awaitNanos(left);
      }
      return token();
    } finally {
      guard.unlock();
    }
  }

  private void requireStanding() {
    if (isClosed) {
      throw new IllegalStateException(
          "%s cannot be led by this node: it is closed".formatted(name));
    }
    if (!stands) {
      throw new IllegalStateException(
          "%s cannot be led by this node: it has resigned".formatted(name));
    }
  }

  private String obstacle() {
    if (!holder().isEmpty()) {
      return holder() + " leads";
    }
    return hasQuorum.getAsBoolean()
        ? "another node leads or was in line before"
        : "no leader of the voters was reached";
  }

  @Override
  public Optional<String> leader(Duration timeout) throws InterruptedException, TimeoutException {
    return leader(leases, name, timeout);
  }

  // ---- in the loop

  @Override
  void gained() {
    guard.lock();
    try {
      if (stands) {
        isTold = true;
        listeners.tell(new Event.Gained(token()));
        changed.signalAll();
      }
    } finally {
      guard.unlock();
    }
  }

  /** It waits in line again. */
  @Override
  void over(long ofToken) {
    guard.lock();
    try {
      tellLost();
      if (stands && !isClosed) {
        leases.ask(this, Mutex.FOR_EVER);
      }
    } finally {
      guard.unlock();
    }
  }

  private void tellLost() {
    if (isTold) {
      isTold = false;
      listeners.tell(new Event.Lost(token()));
    }
    changed.signalAll();
  }

  /** Only because it has resigned. */
  @Override
  public void gaveUp() {}

  /** It may have been granted between resigning and now, and been told since it stands again. */
  @Override
  void returned() {
    guard.lock();
    try {
      end();
      tellLost();
    } finally {
      guard.unlock();
    }
  }

  @Override
  public void closed() {
    guard.lock();
    try {
      isClosed = true;
      stands = false;
      end();
      tellLost();
    } finally {
      guard.unlock();
    }
  }

  @Override
  public String toString() {
    return name + (leads() ? " with token " + token() : "");
  }
}
