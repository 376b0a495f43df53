package coterie.kernel;

import coterie.core.NodeId;
import coterie.core.Storage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is not durable yet, and what waits behind it. */
public final class PendingWrite {
  /**
   * What waits: a message, a note, or an {@link Kernel.Input} such as the answer of a call.
   *
   * @param to the receiver of a message; null for all else
   */
  record Held(NodeContext<?> from, @Nullable NodeId to, Object what) {}

  final NodeContext<?> owner;
  private final String name;
  private final Record value;
  private final @Nullable StableCell<?> cell;
  private final @Nullable NodeStorage storage;

  /** Whether only what its own protocol sends and notes waits for it. */
  final boolean isPrivate;

  final List<Held> held = new ArrayList<>(2);

  /** Grows from write to write of a node. */
  long number;

  PendingWrite(
      NodeContext<?> owner,
      String name,
      Record value,
      @Nullable StableCell<?> cell,
      @Nullable NodeStorage storage) {
    assert (cell == null) != (storage == null) : "a write is of a value or of a storage";
    this.owner = owner;
    this.name = name;
    this.value = value;
    this.cell = cell;
    this.storage = storage;
    this.isPrivate = owner.showsOnlyDurable();
  }

  public int channel() {
    return owner.channel;
  }

  /** Returns the name of the stable value or of the storage. */
  public String name() {
    return name;
  }

  /** Returns what is saved; for a storage its batch. */
  public Record value() {
    return value;
  }

  /** Returns what is written to a storage; null if it is a stable value. */
  public Storage.@Nullable Batch batch() {
    return storage == null ? null : (Storage.Batch) value;
  }

  boolean concerns(int outputOf) {
    return owner.channel == outputOf || (owner.channel < outputOf && !isPrivate);
  }

  /** Tells its protocol, unless the life is over. */
  void tellProtocol() {
    if (owner.protocol != null && cell != null) {
      owner.protocol.saved(cell);
    } else if (owner.protocol != null && storage != null) {
      owner.protocol.stored(storage);
    }
  }
}
