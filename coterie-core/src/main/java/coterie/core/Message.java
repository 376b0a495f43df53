package coterie.core;

/**
 * What one node sends to another. A protocol's messages are records of one sealed family; their
 * fields are numbers, booleans, enums, strings, {@link NodeId}s, {@link Bytes}, and records and
 * lists of these, and never refer to something that changes later. So {@code coterie.wire} can turn
 * them into bytes.
 */
public interface Message {
  /**
   * Whether the receiver answers it at once. Silence after it is then worth a look whether anybody
   * listens there at all; see {@link Protocol#unreachable}.
   */
  default boolean isAnswered() {
    return true;
  }
}
