package coterie.kernel;

import coterie.core.Stable;
import org.jspecify.annotations.Nullable;

/** A stable value in one life of its node. */
final class StableCell<T extends Record> implements Stable<T> {
  private final NodeContext<?> owner;
  private final String name;
  final Class<T> type;
  final @Nullable StableCell<?> sibling;
  private @Nullable T value;

  StableCell(NodeContext<?> owner, String name, Class<T> type, @Nullable T durable) {
    this.owner = owner;
    this.name = name;
    this.type = type;
    this.sibling = owner.cells;
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
    owner.kernel.requireBuilt(owner);
    value = newValue;
    owner.kernel.save(new PendingWrite(owner, name, newValue, this, null));
  }
}
