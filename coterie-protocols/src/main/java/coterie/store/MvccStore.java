package coterie.store;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps every version of every key, by hybrid time: reads can ask for any past moment.
 * One copy, used by one thread at a time.
 */
public final class MvccStore {
  /** The longest key, in bytes; the shortest has one. */
  public static final int KEY_MAX = 4096;

  /** The longest value, in bytes. */
  public static final int VALUE_MAX = 1 << 20;

  /** One change of one key; a null value deletes. */
  public record Write(Bytes key, @Nullable Bytes value) {}

  /** What became of a conditional write. */
  public sealed interface Outcome {
    record Written(Stamp stamp) implements Outcome {}

    /** Something else was found: the newest version, or null if there is none. */
    record Refused(@Nullable Version found) implements Outcome {}
  }

  private final HybridClock clock;
  private final NodeId self;
  private final Storage storage;

  public MvccStore(HybridClock clock, NodeId self, Storage storage) {
    this.clock = clock;
    this.self = self;
    this.storage = storage;
  }

  public Stamp put(Bytes key, Bytes value) {
    return write(List.of(new Write(key, value)));
  }

  public Stamp delete(Bytes key) {
    return write(List.of(new Write(key, null)));
  }

  /** Makes all changes under one stamp, or none. */
  public Stamp write(List<Write> writes) {
    Stamp stamp = new Stamp(clock.now(), self);
    List<Version> versions = new ArrayList<>();
    for (Write write : writes) {
      Bytes value = write.value();
      versions.add(
          value == null
              ? Version.tombstone(write.key(), stamp)
              : Version.of(write.key(), stamp, value));
    }
    storage.write(Storage.Batch.adding(versions));
    return stamp;
  }

  /**
   * Puts only if the newest version still is the expected one.
   *
   * @param expected the stamp of that version, a tombstone's as well; null if the key must be new
   */
  public Outcome putIf(Bytes key, @Nullable Stamp expected, Bytes value) {
    Version found = storage.newest(key, Stamp.lastOf(Long.MAX_VALUE));
    Stamp actual = found == null ? null : found.stamp();
    if (actual == null ? expected != null : !actual.equals(expected)) {
      return new Outcome.Refused(found);
    }
    return new Outcome.Written(put(key, value));
  }

  /** The version that a reader sees now; null if there is none, or if it was deleted. */
  public @Nullable Version get(Bytes key) {
    return get(key, Stamp.lastOf(Long.MAX_VALUE));
  }

  /** The version that a reader saw at that stamp. */
  public @Nullable Version get(Bytes key, Stamp at) {
    Version found = storage.newest(key, at);
    return found == null || found.isDeleted() ? null : found;
  }
}
