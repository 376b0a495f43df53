package coterie.core;

import org.jspecify.annotations.Nullable;

/** A named value of a protocol that survives a crash of its node. */
public interface Stable<T extends Record> {
  String name();

  /** The last value given to {@link #save} in this life, else the last durable one, else null. */
  @Nullable T value();

  /**
   * Starts to make the value durable. Saving happens aside; {@link Protocol#saved} tells when it is
   * done. All saves of a node become durable in their order.
   *
   * <p>What this protocol sends and notes after this call waits until then; so does what the
   * protocols do that were added to the node after it, and may have seen the value through it,
   * unless it {@linkplain Protocol#showsOnlyDurable shows them only what is durable}. All others go
   * on. What a protocol hands down to one that was added before it does not wait: whoever must not
   * be early there waits for {@code saved}.
   */
  void save(T value);
}
