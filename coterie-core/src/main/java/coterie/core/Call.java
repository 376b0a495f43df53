package coterie.core;

import org.jspecify.annotations.Nullable;

/**
 * A call of a protocol's method that can be written down and made again: a public record whose
 * fields a message could have as well. Recordings hold it by the name of its class and its fields,
 * and a replay applies it to the protocol that it rebuilt.
 *
 * @param <P> the type of the protocol
 * @param <T> what the method returns
 */
public interface Call<P, T extends @Nullable Object> {
  /** It is made on the first protocol of that type. */
  Class<P> type();

  /** Does it. A replay knows of no one who waits for an outcome: callbacks come from elsewhere. */
  T apply(P protocol);
}
