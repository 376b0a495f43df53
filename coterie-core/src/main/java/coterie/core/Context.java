package coterie.core;

/**
 * All that a protocol may touch. An engine (simulator or sockets) implements it; the protocol gets
 * it in its constructor, but sends and starts alarms only from {@link Protocol#start} on.
 *
 * @param <M> the sealed family of messages that the protocol sends and receives
 */
public interface Context<M extends Message> {
  NodeId self();

  /** Grows with every start of this node; the first start has incarnation 1. */
  long incarnation();

  /** The local monotonic clock. It may run faster or slower than others' and starts anywhere. */
  long nowNanos();

  /** The local wall clock, which may be wrong by any amount; for hybrid clocks only. */
  long wallMillis();

  /** A random number from 0 up to, but not including, the bound. */
  long random(long bound);

  /**
   * Sends without waiting and without a promise: the message may be lost, late or doubled. A
   * message for an earlier life of the receiver does not arrive. One from an earlier life of the
   * sender may: the simulator delivers it, and sockets drop it once they know the later life.
   */
  void send(NodeId to, M message);

  /**
   * Creates an alarm that is not running yet. Its name identifies it in recordings, so it is unique
   * within the protocol; where there is one per peer, the peer is part of the name. Nobody checks
   * this: it would cost a search for each alarm of each peer.
   */
  Alarm alarm(String name, Runnable onExpiry);

  /**
   * A value that survives a crash. Whatever this protocol sends or notes after a {@link
   * Stable#save} is held back until the save is durable.
   */
  <T extends Record> Stable<T> stable(String name, Class<T> type);

  /**
   * A storage that survives a crash, empty at the very first start. As with {@link #stable}, what
   * this protocol sends or notes after a {@link Storage#write} is held back until that is durable.
   */
  Storage storage(String name);

  /** Reports an outcome. Traces, checkers, pictures and listeners are all fed from notes. */
  void note(Note note);
}
