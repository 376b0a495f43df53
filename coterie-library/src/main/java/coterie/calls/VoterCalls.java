package coterie.calls;

import coterie.core.Call;
import coterie.elect.Election;
import coterie.mutex.Mutex;
import coterie.mutex.lease.LeaseLock;

/** What is asked of the leases that voters grant, and of their election. It answers that it was. */
public final class VoterCalls {
  private VoterCalls() {}

  /** Waits in line, for that long at most. */
  public record Acquire(String lock, long timeoutNanos) implements Call<LeaseLock, Boolean> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public Boolean apply(LeaseLock locks) {
      return apply(locks, new Mutex.Waiter() {});
    }

    /** The same for one who waits for what becomes of it. */
    public Boolean apply(LeaseLock locks, Mutex.Waiter waiter) {
      locks.lock(lock).acquire(timeoutNanos, waiter);
      return true;
    }
  }

  /** Takes it if it is free. */
  public record TryAcquire(String lock) implements Call<LeaseLock, Boolean> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public Boolean apply(LeaseLock locks) {
      return apply(locks, new Mutex.Waiter() {});
    }

    /** The same for one who waits for what becomes of it. */
    public Boolean apply(LeaseLock locks, Mutex.Waiter waiter) {
      locks.tryAcquire(lock, waiter);
      return true;
    }
  }

  /** Leaves, and lets the lease run out; {@link GiveBack} may follow. */
  public record Abandon(String lock) implements Call<LeaseLock, Boolean> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public Boolean apply(LeaseLock locks) {
      if (locks.isInside(lock)) {
        locks.abandon(lock);
      } else {
        locks.cancel(lock);
      }
      return true;
    }
  }

  /** Releases what is held or was abandoned, or waits in line no more. */
  public record GiveBack(String lock) implements Call<LeaseLock, Boolean> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public Boolean apply(LeaseLock locks) {
      Mutex mutex = locks.lock(lock);
      if (!mutex.cancel() && (locks.isInside(lock) || locks.isLapsing(lock))) {
        mutex.release();
      }
      return true;
    }
  }

  /** Asks who is inside; a replay hears no answer. */
  public record Inquire(String lock, long timeoutNanos) implements Call<LeaseLock, Boolean> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public Boolean apply(LeaseLock locks) {
      return apply(locks, new LeaseLock.Asker() {});
    }

    /** The same for one who waits for the answer. */
    public Boolean apply(LeaseLock locks, LeaseLock.Asker asker) {
      locks.inquire(lock, timeoutNanos, asker);
      return true;
    }
  }

  /** Leads the voters no more. */
  public record Resign() implements Call<Election, Boolean> {
    @Override
    public Class<Election> type() {
      return Election.class;
    }

    @Override
    public Boolean apply(Election election) {
      election.resign();
      return true;
    }
  }
}
