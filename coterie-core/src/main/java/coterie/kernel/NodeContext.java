package coterie.kernel;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.storage.MemoryStorage;
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
    long millis = kernel.driver.wallMillis(node);
    kernel.witnesses.readWall(this, millis);
    return millis;
  }

  @Override
  public long random(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    long value = kernel.driver.random(node, bound);
    assert value >= 0 && value < bound : "the driver drew " + value + " below " + bound;
    kernel.witnesses.drew(this, bound, value);
    return value;
  }

  @Override
  public void send(NodeId to, M message) {
    if (kernel.isQuiet && protocol != null) {
      // The short way looks at nothing else, so the flag must never be older than a save.
      assert !kernel.isHolding(node, channel) : "a message would overtake a save";
      kernel.driver.transmit(node, channel, to, message);
    } else {
      kernel.send(this, to, message);
    }
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    NodeAlarm alarm = new NodeAlarm(this, alarms, name, onExpiry);
    if (protocol == null && !kernel.isBuilding(node)) {
      alarm.die(); // The life of this context is over.
    }
    alarms = alarm;
    return alarm;
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    kernel.requireCoded(type);
    T value = kernel.driver.load(node, channel, name, type);
    kernel.witnesses.opened(this, name, value);
    StableCell<T> known = StableCell.find(this, name, type);
    return known != null ? known : StableCell.add(this, name, type, value);
  }

  @Override
  public Storage storage(String name) {
    MemoryStorage current = kernel.driver.open(node, channel, name);
    kernel.witnesses.opened(this, name, current);
    return new NodeStorage(this, name, current);
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
