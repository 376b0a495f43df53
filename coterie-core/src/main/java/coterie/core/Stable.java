package coterie.core;

import org.jspecify.annotations.Nullable;

/** A named value of a protocol that survives a crash of its node. */
public interface Stable<T extends Record> {
  String name();

  /** The last value given to {@link #save} in this life, else the last durable one, else null. */
  @Nullable T value();

  /**
   * Starts to make the value durable. Saving happens aside; {@link Protocol#saved} tells when it is
   * done, and what the node sends and notes after this call waits for it.
   */
  void save(T value);
}
