package coterie.kernel;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is not durable yet, and what waits behind it. */
public final class PendingWrite {
  /**
   * What waits: a message, a note, or a {@link NodeInput} such as the answer of a call.
   *
   * @param to the receiver of a message; null for all else
   */
  record Held(Owner from, @Nullable NodeId to, Object what) {}

  final Owner owner;
  private final String name;
  private final Record value;
  private final @Nullable Stable<?> cell;
  private final @Nullable Storage storage;

  /** Whether only what its own protocol sends and notes waits for it. */
  final boolean isPrivate;

  final List<Held> held = new ArrayList<>(2);

  /** Grows from write to write of a node. */
  long number;

  PendingWrite(
      Owner owner, String name, Record value, @Nullable Stable<?> cell, @Nullable Storage storage) {
    assert (cell == null) != (storage == null) : "a write is of a value or of a storage";
    this.owner = owner;
    this.name = name;
    this.value = value;
    this.cell = cell;
    this.storage = storage;
    Protocol<?> protocol = owner.protocol();
    this.isPrivate = protocol != null && protocol.showsOnlyDurable();
  }

  public int channel() {
    return owner.channel();
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
    return channel() == outputOf || (channel() < outputOf && !isPrivate);
  }

  /** Tells its protocol, unless the life is over. */
  void tellProtocol() {
    Protocol<?> protocol = owner.protocol();
    if (protocol != null && cell != null) {
      protocol.saved(cell);
    } else if (protocol != null && storage != null) {
      protocol.stored(storage);
    }
  }
}
