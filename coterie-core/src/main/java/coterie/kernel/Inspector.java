package coterie.kernel;

import coterie.core.Alarm;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all that the kernel keeps of a node that is up, in an order that depends on nothing but
 * the code of its protocols: channel by channel the protocol, its alarms and its stable values, and
 * then what is not durable yet, each with what waits behind it. The driver itself knows deadlines,
 * what is durable, and the storages that it has opened.
 */
public interface Inspector {
  void protocol(int channel, Protocol<?> protocol);

  /**
   * An alarm, running or not; the latest that was made comes first.
   *
   * @param onExpiry what it runs when it expires
   */
  void alarm(int channel, Alarm alarm, Runnable onExpiry);

  /** A stable value, with what its protocol reads by now. */
  void stable(int channel, Stable<?> stable);

  /**
   * Something that is not durable yet, the oldest first.
   *
   * @param value for a storage its batch
   */
  void pending(int channel, String name, Record value);

  /**
   * What waits for the write that was shown before it.
   *
   * @param to the receiver of a message; null for all else
   * @param what a message, a note, or a {@link NodeInput}
   */
  void held(int channel, @Nullable NodeId to, Object what);
}
