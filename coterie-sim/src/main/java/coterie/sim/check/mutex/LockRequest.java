package coterie.sim.check.mutex;

import coterie.core.View;
import coterie.sim.check.mutex.Entries.End;
import coterie.sim.check.mutex.Entries.Entry;
import org.jspecify.annotations.Nullable;

/** A request for a lock, while it may go on and after it; small, as a run may have millions. */
final class LockRequest {
  static final long NEVER = -1;

  final String lock;
  final int who;
  final long askedAtNanos;
  long enteredAtNanos = NEVER;
  long endedAtNanos = NEVER;
  long token;
  long messages;
  End end = End.WAITING;

  LockRequest(String lock, int who, long askedAtNanos) {
    this.lock = lock;
    this.who = who;
    this.askedAtNanos = askedAtNanos;
  }

  boolean hasEntered() {
    return enteredAtNanos != NEVER;
  }

  long waitedNanos() {
    return enteredAtNanos - askedAtNanos;
  }

  Entry entry(View members) {
    return new Entry(
        lock,
        members.at(who),
        askedAtNanos,
        known(enteredAtNanos),
        known(endedAtNanos),
        hasEntered() ? token : null,
        end,
        messages);
  }

  private static @Nullable Long known(long atNanos) {
    return atNanos == NEVER ? null : atNanos;
  }
}
