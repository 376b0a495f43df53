package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Sees what goes into nodes and comes out of them, in order, on their thread. Traces, recordings,
 * judges, pictures, metrics and the listeners of the library are witnesses.
 *
 * <p>A witness says what it wants, so that a run without it pays nothing. Times are those of the
 * engine: since the start of the run in virtual time, and by the clock of the loop on sockets.
 */
public interface Witness {
  /** Notes, when they come out. */
  int NOTES = 1;

  /** Messages, when they are sent. */
  int SENDS = 2;

  /** Lives, inputs, what is held back, and handlers that have returned. */
  int EVENTS = 4;

  /** What protocols ask for, at the moment when they ask. */
  int ASKS = 8;

  /** All but {@link #ASKS}, which only recordings and replays need. */
  int ALL = NOTES | SENDS | EVENTS;

  /** Returns the groups that it wants to be told, as bits. */
  default int wants() {
    return NOTES;
  }

  // ---- NOTES and SENDS: what comes out, when it comes out

  default void noted(long at, NodeId node, int channel, Note note) {}

  default void sent(long at, NodeId node, int channel, NodeId to, Message message) {}

  // ---- EVENTS: lives

  /** The protocols are about to be built. */
  default void building(long at, NodeId node, long incarnation) {}

  default void added(NodeId node, int channel, String name, Class<? extends Message> family) {}

  /** All protocols are built, and about to be started. */
  default void starting(long at, NodeId node) {}

  /** All protocols have started. */
  default void started(long at, NodeId node) {}

  default void ended(long at, NodeId node) {}

  // ---- EVENTS: what goes in

  default void received(long at, NodeId node, int channel, NodeId from, Message message) {}

  default void unreachable(long at, NodeId node, int channel, NodeId to) {}

  default void expired(long at, NodeId node, int channel, String alarm) {}

  /**
   * A save, or a write to a storage, is durable.
   *
   * @param value what was saved; for a storage its batch
   */
  default void durable(long at, NodeId node, int channel, String name, Record value) {}

  /**
   * A local method is about to run.
   *
   * @param call a {@link coterie.core.Call}, or the words of a scenario
   */
  default void called(long at, NodeId node, Object call) {}

  /** A local method has returned something. */
  default void answered(long at, NodeId node, Object answer) {}

  /**
   * A protocol has sent or noted something that is held back behind a save. What one protocol sends
   * and notes keeps its order; another one on the node, which does not depend on the save, goes on.
   *
   * @param what the message or the note
   */
  default void held(long at, NodeId node, int channel, Object what) {}

  /** A handler of that protocol, or of one that it is stacked with, has returned. */
  default void handled(long at, NodeId node, int channel, Protocol<?> protocol) {}

  // ---- ASKS: what a protocol asks for, be it held back or not

  default void sending(NodeId node, int channel, NodeId to, Message message) {}

  default void noting(NodeId node, int channel, Note note) {}

  /**
   * A value is to be saved.
   *
   * @param value for a storage a batch
   */
  default void saving(NodeId node, int channel, String name, Record value) {}

  default void alarmStarted(NodeId node, int channel, String alarm, long delayNanos) {}

  /** An alarm was stopped that was running. */
  default void alarmStopped(NodeId node, int channel, String alarm) {}

  /**
   * A stable value or a storage was opened.
   *
   * @param content null if nothing was saved; for a storage a batch of all that is in it
   */
  default void opened(NodeId node, int channel, String name, @Nullable Record content) {}

  default void drew(NodeId node, long bound, long value) {}

  default void readWall(NodeId node, long millis) {}
}
