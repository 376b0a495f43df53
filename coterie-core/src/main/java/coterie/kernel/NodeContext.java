package coterie.kernel;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import org.jspecify.annotations.Nullable;

/** The only context: one for each protocol in each life of a node. */
final class NodeContext<M extends Message> implements Context<M> {
  final Kernel kernel;
  final int node;
  final int channel;
  final NodeId self;
  @Nullable NodeAlarm alarms;
  @Nullable StableCell<?> cells;

  /** Null until its node is built, and after its life. */
  @Nullable Protocol<M> protocol;

  NodeContext(Kernel kernel, int node, int channel, NodeId self) {
    this.kernel = kernel;
    this.node = node;
    this.channel = channel;
    this.self = self;
  }

  boolean showsOnlyDurable() {
    return protocol != null && protocol.showsOnlyDurable();
  }

  @Override
  public NodeId self() {
    return self;
  }

  @Override
  public long incarnation() {
    return kernel.driver.incarnation(node);
  }

  @Override
  public long nowNanos() {
    return kernel.driver.clockNanos(node);
  }

  @Override
  public long wallMillis() {
    return kernel.wallMillis(node);
  }

  @Override
  public long random(long bound) {
    return kernel.random(node, bound);
  }

  @Override
  public void send(NodeId to, M message) {
    if (kernel.isQuiet && protocol != null) {
      kernel.driver.transmit(node, channel, to, message);
    } else {
      kernel.send(this, to, message);
    }
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    NodeAlarm alarm = new NodeAlarm(this, alarms, name, onExpiry);
    alarms = alarm;
    return alarm;
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return kernel.stable(this, name, type);
  }

  @Override
  public Storage storage(String name) {
    return kernel.storage(this, name);
  }

  @Override
  public void note(Note note) {
    if (kernel.isHeard) {
      kernel.note(this, note);
    }
  }

  void die() {
    for (NodeAlarm alarm = alarms; alarm != null; alarm = alarm.sibling) {
      alarm.die();
    }
    protocol = null;
  }
}
