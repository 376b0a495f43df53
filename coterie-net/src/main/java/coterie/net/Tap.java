package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;

/**
 * Hears all that goes into a node and comes out of it, in order, on the thread of its loop.
 * Recordings, traces, metrics and the listeners of the library are taps. The time is that of the
 * loop's clock.
 */
public interface Tap {
  /** Its protocols are about to start. */
  default void starting(long at, Host host) {}

  default void received(long at, NodeId self, NodeId from, int channel, Message message) {}

  /** A packet, or what it held, was not handed on. */
  default void dropped(long at, NodeId self, Drop why) {}

  default void unreachable(long at, NodeId self, NodeId to, int channel) {}

  default void expired(long at, NodeId self, int channel, String alarm) {}

  /** A save, or a write to a storage, is durable. */
  default void saved(long at, NodeId self, int channel, String name, Record value) {}

  /** A local method is about to run. */
  default void called(long at, NodeId self, String call) {}

  /** A local method has returned something. */
  default void answered(long at, NodeId self, Object answer) {}

  /** A handler of that protocol has returned. */
  default void handled(long at, NodeId self, Protocol<?> protocol) {}

  default void sent(long at, NodeId self, NodeId to, int channel, Message message) {}

  /** Something of one protocol is held back behind a save: a message or a note. */
  default void held(long at, NodeId self, Object what) {}

  default void noted(long at, NodeId self, int channel, Note note) {}

  /** A protocol has drawn a random number. */
  default void drew(NodeId self, long bound, long value) {}

  /** A protocol has read the wall clock. */
  default void readWall(NodeId self, long millis) {}

  /** Another node knows this life now: for the first time, and told once. */
  default void accepted(long at, NodeId self) {}

  /** Another life of this node's name is there, with a higher incarnation: this one should stop. */
  default void superseded(long at, NodeId self, long incarnation) {}

  /** The node is no more, be it that it was closed or that it stopped by itself. */
  default void shut(long at, NodeId self) {}
}
