package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.storage.MemoryStorage;
import org.jspecify.annotations.Nullable;

/**
 * What an engine provides to the kernel. Nodes are numbered from 0. The driver judges everything
 * about the network (lost, cut, stale, no address) before it hands a message to the kernel.
 */
public interface Driver {
  /** No run lasts longer; sums of a few such times still are positive numbers. */
  long FOREVER = Long.MAX_VALUE / 4;

  /** Returns the time by which witnesses are told. */
  long timeNanos();

  /** Returns what the monotonic clock of that node shows; it does not move within an event. */
  long clockNanos(int node);

  long wallMillis(int node);

  /** Returns a random number from 0 up to, but not including, the bound, which is at least 1. */
  long random(int node, long bound);

  /** Returns the number of the present life of that node. */
  long incarnation(int node);

  /**
   * Lets {@link Kernel#due} be called after the delay.
   *
   * @return a handle greater than 0, by which {@link #cancel} finds it; or one below -1, and then
   *     the driver sees by itself that the alarm has another handle by now
   */
  int schedule(NodeAlarm alarm, long delayNanos);

  /** Forgets an alarm that was scheduled; its handle is still set. */
  void cancel(NodeAlarm alarm);

  void transmit(int node, int channel, NodeId to, Message message);

  /** Returns what was durable under that name when this life began; null if nothing was. */
  <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type);

  /** Returns what was durable in that storage when this life began; the kernel writes to it. */
  MemoryStorage open(int node, int channel, String name);

  /**
   * Starts to make it durable. {@link Kernel#durable} follows, later, in the order of these calls.
   */
  void persist(int node, PendingWrite write);

  /** The node goes on: hands in what has arrived meanwhile, before all else that has waited. */
  default void awake(int node) {}

  /** Runs an input that has waited while the node was paused, as an event of its own. */
  void again(int node, NodeInput input);

  /** Lets {@link Kernel#dueAgain} be called for an alarm that was due while its node was paused. */
  void again(NodeAlarm alarm);
}
