package coterie.kernel;

import coterie.core.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one node that are not durable yet, in their order. What a protocol sends and notes
 * waits for its own earlier writes, and for those of the protocols that it is stacked upon, unless
 * these show others only what is durable ({@link coterie.core.Protocol#showsOnlyDurable}). It waits
 * for no other: a membership does not fall silent because a vote cannot be saved.
 *
 * <p>Protocols are known by their channels: those that were added later are stacked upon those that
 * were added before.
 */
final class Backlog {
  private final ArrayDeque<PendingWrite> writes = new ArrayDeque<>(2);

  /** The last write of each channel; null where none waits. */
  private final List<@Nullable PendingWrite> last = new ArrayList<>(1);

  private long added;

  boolean isEmpty() {
    return writes.isEmpty();
  }

  int size() {
    return writes.size();
  }

  List<PendingWrite> writes() {
    return List.copyOf(writes);
  }

  void add(PendingWrite write) {
    assert write.held.isEmpty() : "nothing can wait for a write before it is asked for";
    write.number = added++;
    writes.add(write);
    while (last.size() <= write.channel()) {
      last.add(null);
    }
    last.set(write.channel(), write);
  }

  @Nullable PendingWrite first() {
    return writes.peekFirst();
  }

  PendingWrite removeFirst() {
    PendingWrite first = writes.removeFirst();
    PendingWrite latest = last.get(first.channel());
    assert latest != null : "the last write of a channel was forgotten before its first";
    if (latest != null && latest.number == first.number) {
      last.set(first.channel(), null);
    }
    return first;
  }

  /** Returns whether what the protocol on that channel sends or notes now has to wait. */
  boolean holds(int channel) {
    return lastFor(channel) != null;
  }

  /** Holds it back if it has to wait; returns whether it does. */
  boolean hold(Owner from, @Nullable NodeId to, Object what) {
    PendingWrite behind = lastFor(from.channel());
    if (behind != null) {
      behind.held.add(new PendingWrite.Held(from, to, what));
    }
    return behind != null;
  }

  private @Nullable PendingWrite lastFor(int channel) {
    PendingWrite latest = null;
    for (int i = Math.min(channel, last.size() - 1); i >= 0; i--) {
      PendingWrite one = last.get(i);
      boolean isConcerned = one != null && one.concerns(channel);
      if (isConcerned && (latest == null || one.number > latest.number)) {
        latest = one;
      }
    }
    return latest;
  }
}
