package coterie.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where versions are kept: an ordered map from a key and a stamp to a value. {@link Stable} is for
 * one small value that is written whole; this is for many that are not.
 *
 * <p>Keys are ordered byte by byte, unsigned. Like a protocol, a storage is used by one thread at a
 * time unless its own comment says more.
 */
public interface Storage {
  /** Takes versions one after the other. */
  @FunctionalInterface
  interface Visitor {
    /** Returns whether it wants more. */
    boolean visit(Version version);
  }

  /** A stamp that is remembered under a name, such as a clock's ceiling. */
  record Mark(String name, Stamp stamp) {}

  /** Which version to remove. */
  record Place(Bytes key, Stamp stamp) {}

  /** Changes that happen together or not at all. */
  record Batch(List<Version> added, List<Place> removed, List<Mark> marks) {
    public Batch {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
      marks = List.copyOf(marks);
    }

    public static Batch adding(List<Version> added) {
      return new Batch(added, List.of(), List.of());
    }

    public static Batch marking(String name, Stamp stamp) {
      return new Batch(List.of(), List.of(), List.of(new Mark(name, stamp)));
    }
  }

  /**
   * Writes all of it or nothing. Reads see it at once. A storage of a {@link Context} holds back
   * what comes after this call as {@link Stable#save} does, until the batch is durable. Any other
   * storage is durable when this returns, as far as it ever is.
   *
   * <p>Adding a version again changes nothing; removing one that is not there neither.
   */
  void write(Batch batch);

  /** The newest version of a key at or before a stamp, be it a tombstone; null if there is none. */
  @Nullable Version newest(Bytes key, Stamp at);

  /**
   * The newest version at or before a stamp of every key from one up to, excluding, another, in the
   * order of the keys, tombstones as well.
   *
   * @param to null for all keys to the last one
   */
  void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor);

  /** All versions of these keys, in the order of the keys, the newest one of each key first. */
  void versions(Bytes from, @Nullable Bytes to, Visitor visitor);

  /** The stamp that was last written under that name; null if there is none. */
  @Nullable Stamp mark(String name);
}
