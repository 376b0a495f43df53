package coterie.kernel;

import coterie.core.Stable;
import org.jspecify.annotations.Nullable;

/** A stable value in one life of its node. */
final class StableCell<T extends Record> implements Stable<T> {
  private final NodeContext<?> owner;
  private final String name;
  private final Class<T> type;
  final @Nullable StableCell<?> sibling;
  private @Nullable T value;

  private StableCell(NodeContext<?> owner, String name, Class<T> type, @Nullable T durable) {
    this.owner = owner;
    this.name = name;
    this.type = type;
    this.sibling = owner.cells;
    this.value = durable;
  }

  /** Opens it for the first time in this life. */
  static <T extends Record> StableCell<T> add(
      NodeContext<?> owner, String name, Class<T> type, @Nullable T durable) {
    StableCell<T> cell = new StableCell<>(owner, name, type, durable);
    owner.cells = cell;
    return cell;
  }

  /** Returns the value that was opened under that name in this life; null if none was. */
  @SuppressWarnings("unchecked") // It was opened with that type.
  static <T extends Record> @Nullable StableCell<T> find(
      NodeContext<?> owner, String name, Class<T> type) {
    for (StableCell<?> cell = owner.cells; cell != null; cell = cell.sibling) {
      if (cell.name.equals(name)) {
        cell.requireType(type);
        return (StableCell<T>) cell;
      }
    }
    return null;
  }

  private void requireType(Class<?> wanted) {
    if (type != wanted) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(name, type.getSimpleName(), wanted.getSimpleName()));
    }
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
    owner.outputs.requireBuilt(owner);
    assert type.isInstance(newValue) : "the file would hold another type: " + newValue;
    value = newValue;
    owner.outputs.save(new PendingWrite(owner, name, newValue, this, null));
  }
}
