package coterie.kernel;

import coterie.core.NodeId;
import coterie.kernel.PendingWrite.Held;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is not durable yet, of the few nodes that have any, and what waits behind it. */
final class Writes {
  private final Map<Integer, Backlog> pending = new TreeMap<>();

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Returns what becomes durable next; null if nothing is pending. */
  @Nullable PendingWrite first(int node) {
    Backlog backlog = pending.get(node);
    return backlog == null ? null : backlog.first();
  }

  void add(int node, PendingWrite write) {
    pending.computeIfAbsent(node, key -> new Backlog()).add(write);
  }

  /** Removes what has become durable; null if nothing was pending. */
  @Nullable PendingWrite removeFirst(int node) {
    Backlog backlog = pending.get(node);
    if (backlog == null) {
      return null;
    }
    PendingWrite done = backlog.removeFirst();
    assert done.owner.node() == node : "a write of another node";
    if (backlog.isEmpty()) {
      pending.remove(node);
    }
    return done;
  }

  /** Returns whether what that protocol sends or notes now has to wait. */
  boolean holds(int node, int channel) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(node);
    return backlog != null && backlog.holds(channel);
  }

  /** Holds back what has to wait; returns whether it does. */
  boolean hold(Owner from, @Nullable NodeId to, Object what) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(from.node());
    return backlog != null && backlog.hold(from, to, what);
  }

  void inspect(int node, Inspector inspector) {
    Backlog backlog = pending.get(node);
    for (PendingWrite write : backlog == null ? List.<PendingWrite>of() : backlog.writes()) {
      inspector.pending(write.channel(), write.name(), write.value());
      write.held.forEach(one -> inspector.held(one.from().channel(), one.to(), one.what()));
    }
  }

  /** Forgets all writes of a node whose life has ended, and returns them in order. */
  List<PendingWrite> lose(int node) {
    Backlog backlog = pending.remove(node);
    List<PendingWrite> lost = backlog == null ? List.of() : backlog.writes();
    lost.forEach(Writes::lose);
    return lost;
  }

  private static void lose(PendingWrite write) {
    for (Held held : write.held) {
      if (held.what() instanceof NodeInput input) {
        input.lost();
      }
    }
  }
}
