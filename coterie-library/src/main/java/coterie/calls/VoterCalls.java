package coterie.calls;

import coterie.core.Call;
import coterie.elect.Election;
import coterie.mutex.LeaseLock;
import coterie.mutex.Mutex;
import org.jspecify.annotations.Nullable;

/** What is asked of the leases that voters grant, and of their election. */
public final class VoterCalls {
  private VoterCalls() {}

  /** Waits in line, for that long at most. */
  public record Acquire(String lock, long timeoutNanos) implements Call<LeaseLock, @Nullable Void> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public @Nullable Void apply(LeaseLock locks) {
      locks.acquire(lock, timeoutNanos);
      return null;
    }
  }

  /** Takes it if it is free. */
  public record TryAcquire(String lock) implements Call<LeaseLock, @Nullable Void> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public @Nullable Void apply(LeaseLock locks) {
      locks.tryAcquire(lock);
      return null;
    }
  }

  /** Releases what is held, or waits in line no more. */
  public record GiveBack(String lock) implements Call<LeaseLock, @Nullable Void> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public @Nullable Void apply(LeaseLock locks) {
      Mutex mutex = locks.lock(lock);
      if (!mutex.cancel() && locks.isInside(lock)) {
        mutex.release();
      }
      return null;
    }
  }

  /** Asks who is inside; a replay hears no answer. */
  public record Inquire(String lock, long timeoutNanos) implements Call<LeaseLock, @Nullable Void> {
    @Override
    public Class<LeaseLock> type() {
      return LeaseLock.class;
    }

    @Override
    public @Nullable Void apply(LeaseLock locks) {
      return apply(locks, new LeaseLock.Asker() {});
    }

    /** The same for one who waits for the answer. */
    public @Nullable Void apply(LeaseLock locks, LeaseLock.Asker asker) {
      locks.inquire(lock, timeoutNanos, asker);
      return null;
    }
  }

  /** Leads the voters no more. */
  public record Resign() implements Call<Election, @Nullable Void> {
    @Override
    public Class<Election> type() {
      return Election.class;
    }

    @Override
    public @Nullable Void apply(Election election) {
      election.resign();
      return null;
    }
  }
}
