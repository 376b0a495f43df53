package coterie.sim.explore.local;

/** What may happen to one node. */
public sealed interface LocalEvent {
  /** It starts for the first time. */
  record Start() implements LocalEvent {}

  /** A message arrives. */
  record Receive(Packet packet) implements LocalEvent {}

  /** An alarm expires, and the clock goes on to its deadline. */
  record Expire(int channel, String alarm) implements LocalEvent {}

  /** The oldest save that is not durable becomes so. */
  record Sync() implements LocalEvent {}

  /**
   * A method is called.
   *
   * @param words its name and its arguments
   */
  record Call(String words) implements LocalEvent {}

  /** Nobody listens at the target, to which the protocol of that channel has sent. */
  record Unreachable(int channel, int target) implements LocalEvent {}

  /**
   * The node crashes.
   *
   * @param keeping whether what is not durable yet becomes so all the same
   */
  record Crash(boolean keeping) implements LocalEvent {}

  /** The node starts again, with what is durable. */
  record Recover() implements LocalEvent {}

  /** Nothing happens for a while, and the clock goes on. */
  record Elapse(long nanos) implements LocalEvent {}
}
