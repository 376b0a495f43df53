package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.kernel.PendingWrite.Held;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is not durable yet, of the few nodes that have any, and what waits behind it. When a write
 * is durable, what it held comes out in order, and then its protocol is told.
 */
final class Writes {
  private final Kernel kernel;
  private final Witnesses witnesses;
  private final Map<Integer, Backlog> pending = new TreeMap<>();

  Writes(Kernel kernel, Witnesses witnesses) {
    this.kernel = kernel;
    this.witnesses = witnesses;
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Returns what becomes durable next; null if nothing is pending. */
  @Nullable PendingWrite first(int node) {
    Backlog backlog = pending.get(node);
    return backlog == null ? null : backlog.first();
  }

  /** Starts to make it durable, unless the life of its protocol is over. */
  void save(PendingWrite write) {
    int node = write.owner.node;
    if (write.owner.protocol != null) {
      witnesses.saving(write);
      kernel.driver.persist(node, write); // What cannot be encoded throws before anything waits.
      pending.computeIfAbsent(node, key -> new Backlog()).add(write);
      kernel.isQuiet = false;
    }
  }

  /** Returns whether what that protocol sends or notes now has to wait. */
  boolean holds(int node, int channel) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(node);
    return backlog != null && backlog.holds(channel);
  }

  /** Holds back what has to wait; returns whether it does. */
  boolean hold(NodeContext<?> from, @Nullable NodeId to, Object what) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(from.node);
    if (backlog == null || !backlog.hold(from, to, what)) {
      return false;
    }
    witnesses.held(from, what);
    return true;
  }

  /** Runs it when all is durable that what this protocol sends now would wait for. */
  void whenDurable(NodeContext<?> context, Kernel.Input input) {
    Backlog backlog = pending.get(context.node);
    if (backlog == null || !backlog.hold(context, null, input)) {
      input.run();
    }
  }

  /** Forgets all writes of a node whose life has ended, and returns them in order. */
  List<PendingWrite> lose(int node) {
    Backlog backlog = pending.remove(node);
    kernel.hush();
    List<PendingWrite> lost = backlog == null ? List.of() : backlog.writes();
    lost.forEach(Writes::lose);
    return lost;
  }

  private static void lose(PendingWrite write) {
    for (Held held : write.held) {
      if (held.what() instanceof Kernel.Input input) {
        input.lost();
      }
    }
  }

  /** Takes note that the first pending write of that node is durable. */
  void durable(int node) {
    Backlog backlog = pending.get(node);
    if (backlog == null) {
      throw new IllegalStateException("nothing is being saved on " + kernel.id(node));
    }
    PendingWrite done = backlog.removeFirst();
    assert done.owner.node == node : "a write of another node";
    if (backlog.isEmpty()) {
      pending.remove(node);
      kernel.hush();
    }
    Throwable thrown = release(done);
    witnesses.durable(done);
    done.tellProtocol();
    kernel.handled(node, done.channel(), done.owner.protocol);
    rethrow(thrown);
  }

  /** What one throws must not keep back the others; returns the first that was thrown. */
  private @Nullable Throwable release(PendingWrite done) {
    Throwable first = null;
    for (Held held : done.held) {
      try {
        release(held);
      } catch (RuntimeException | Error e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }

  private void release(Held held) {
    if (held.what() instanceof Kernel.Input input) {
      input.run();
    } else if (held.to() != null) {
      kernel.transmit(held.from(), held.to(), (Message) held.what());
    } else {
      witnesses.noted(held.from(), (Note) held.what());
    }
  }

  private static void rethrow(@Nullable Throwable thrown) {
    switch (thrown) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException mistake -> throw mistake;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }
}
