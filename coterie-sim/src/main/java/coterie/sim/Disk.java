package coterie.sim;

import coterie.core.Stable;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of all nodes. A node's saves become durable one after the other; what it sends
 * and notes in the meantime is held back behind the save that came before it.
 */
final class Disk {
  /** One value of one protocol on one node. */
  static final class Cell<T extends Record> implements Stable<T> {
    private final Disk disk;
    private final NodeContext<?> owner;
    private final String name;
    private @Nullable T value;

    Cell(Disk disk, NodeContext<?> owner, String name, @Nullable T durable) {
      this.disk = disk;
      this.owner = owner;
      this.name = name;
      this.value = durable;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public @Nullable T value() {
      return value;
    }

    @Override
    public void save(T newValue) {
      value = newValue;
      disk.save(owner, this, newValue);
    }
  }

  private record Key(int node, int channel, String name) {}

  /** A save that is not durable yet, and what waits behind it. */
  private static final class Pending {
    final Cell<?> cell;
    final Record value;
    final ArrayDeque<Runnable> held = new ArrayDeque<>();

    Pending(Cell<?> cell, Record value) {
      this.cell = cell;
      this.value = value;
    }
  }

  private final Engine engine;
  private final long syncNanos;
  private final Map<Key, Record> durable = new HashMap<>();
  private final Map<Integer, ArrayDeque<Pending>> pending = new HashMap<>();

  Disk(Engine engine, long syncNanos) {
    this.engine = engine;
    this.syncNanos = syncNanos;
  }

  <T extends Record> Stable<T> open(NodeContext<?> owner, String name, Class<T> type) {
    Record value = durable.get(new Key(owner.index(), owner.channel(), name));
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(name, value.getClass().getSimpleName(), type.getSimpleName()));
    }
    return new Cell<>(this, owner, name, type.cast(value));
  }

  boolean isHolding(int node) {
    return !pending.isEmpty() && pending.containsKey(node);
  }

  void hold(int node, Runnable output) {
    waiting(node).getLast().held.add(output);
  }

  /** A crash: what is not durable is lost, and what waited behind it never happened. */
  void lose(int node) {
    pending.remove(node);
  }

  /** A crash after which all that was written is there, and yet nobody was told so. */
  void keep(int node) {
    ArrayDeque<Pending> queue = pending.remove(node);
    while (queue != null && !queue.isEmpty()) {
      write(queue.removeFirst());
    }
  }

  private void write(Pending save) {
    NodeContext<?> owner = save.cell.owner;
    durable.put(new Key(owner.index(), owner.channel(), save.cell.name), save.value);
  }

  private void save(NodeContext<?> owner, Cell<?> cell, Record value) {
    waiting(owner.index()).add(new Pending(cell, value));
    engine.schedule(
        engine.clocks.trueDelay(owner.index(), syncNanos),
        owner.index(),
        () -> becameDurable(owner.index()));
  }

  /** Saves become durable in order, whichever of their events comes first on a node that lags. */
  private void becameDurable(int node) {
    ArrayDeque<Pending> queue = waiting(node);
    Pending done = queue.removeFirst();
    write(done);
    if (queue.isEmpty()) {
      pending.remove(node);
    }
    while (!done.held.isEmpty()) {
      done.held.removeFirst().run();
    }
    engine.saved(done.cell.owner, done.cell, done.value);
  }

  private ArrayDeque<Pending> waiting(int node) {
    return pending.computeIfAbsent(node, key -> new ArrayDeque<>());
  }
}
