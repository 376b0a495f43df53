package coterie.sim;

import coterie.core.Stable;
import coterie.core.Storage;
import coterie.recording.Scribe;
import coterie.storage.Backlog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stable storage of all nodes. A node's saves become durable one after the other; what depends
 * on them is held back meanwhile.
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

  /** Names one value, or one storage, of one protocol on one node. */
  private record Key(int node, int channel, String name) {}

  /** Something that is not durable yet. */
  private record Pending(Runnable write, Runnable tell) {}

  private final Engine engine;
  private final long syncNanos;
  private final Map<Key, Record> durable = new HashMap<>();
  private final Map<Key, Shelf> shelves = new HashMap<>();
  private final Map<Integer, Backlog<Pending>> pending = new HashMap<>();

  Disk(Engine engine, long syncNanos) {
    this.engine = engine;
    this.syncNanos = syncNanos;
  }

  <T extends Record> Stable<T> open(NodeContext<?> owner, String name, Class<T> type) {
    engine.requireCoded(type);
    Record value = durable.get(new Key(owner.index(), owner.channel(), name));
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(name, value.getClass().getSimpleName(), type.getSimpleName()));
    }
    Scribe scribe = engine.scribe(owner.index());
    if (scribe != null) {
      scribe.opened(owner.channel(), name, value);
    }
    return new Cell<>(this, owner, name, type.cast(value));
  }

  /** Whether what that protocol sends or notes now has to wait. */
  boolean isHolding(NodeContext<?> from) {
    Backlog<Pending> waiting = pending.isEmpty() ? null : pending.get(from.index());
    return waiting != null && waiting.holds(from.channel());
  }

  void hold(NodeContext<?> from, Runnable output) {
    waiting(from.index()).hold(from.channel(), output);
  }

  /** A crash: what is not durable is lost, and what waited behind it never happened. */
  void lose(int node) {
    pending.remove(node);
  }

  /** A crash after which all that was written is there, and yet nobody was told so. */
  void keep(int node) {
    Backlog<Pending> kept = pending.remove(node);
    if (kept != null) {
      kept.saves().forEach(save -> save.write.run());
    }
  }

  /** A storage as it is when a life begins: with what was durable when the last one ended. */
  Storage shelf(NodeContext<?> owner, String name) {
    Key key = new Key(owner.index(), owner.channel(), name);
    Shelf before = shelves.get(key);
    Shelf shelf = before == null ? new Shelf(this, owner, name) : before.reopened(owner);
    shelves.put(key, shelf);
    Scribe scribe = engine.scribe(owner.index());
    if (scribe != null) {
      scribe.opened(owner.channel(), name, shelf.content());
    }
    return shelf;
  }

  void write(Shelf shelf, Storage.Batch batch) {
    Scribe scribe = engine.scribe(shelf.owner().index());
    if (scribe != null) {
      scribe.storing(shelf.owner().channel(), shelf.name(), batch);
    }
    await(
        shelf.owner(),
        new Pending(() -> shelf.becameDurable(batch), () -> engine.stored(shelf, batch)));
  }

  private void save(NodeContext<?> owner, Cell<?> cell, Record value) {
    Key key = new Key(owner.index(), owner.channel(), cell.name);
    Scribe scribe = engine.scribe(owner.index());
    if (scribe != null) {
      scribe.saving(owner.channel(), cell.name, value);
    }
    await(
        owner, new Pending(() -> durable.put(key, value), () -> engine.saved(owner, cell, value)));
  }

  private void await(NodeContext<?> owner, Pending save) {
    waiting(owner.index()).add(owner.channel(), owner.showsOnlyDurable(), save);
    engine.schedule(
        engine.clocks.trueDelay(owner.index(), syncNanos),
        owner.index(),
        () -> becameDurable(owner.index()));
  }

  /** Saves become durable in order, whichever of their events comes first on a node that lags. */
  private void becameDurable(int node) {
    Backlog<Pending> waiting = waiting(node);
    Pending done = Objects.requireNonNull(waiting.first());
    List<Runnable> held = waiting.removeFirst();
    done.write.run();
    if (waiting.isEmpty()) {
      pending.remove(node);
    }
    held.forEach(Runnable::run);
    done.tell.run();
  }

  private Backlog<Pending> waiting(int node) {
    return pending.computeIfAbsent(node, key -> new Backlog<>());
  }
}
