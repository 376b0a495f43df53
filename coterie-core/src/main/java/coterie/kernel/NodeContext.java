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
final class NodeContext<M extends Message> implements Context<M>, Owner {
  final Outputs outputs;
  final int node;
  final int channel;
  final NodeId self;
  @Nullable NodeAlarm alarms;
  @Nullable StableCell<?> cells;

  /** Null until its node is built, and after its life. */
  @Nullable Protocol<M> protocol;

  NodeContext(Outputs outputs, int node, int channel, NodeId self) {
    this.outputs = outputs;
    this.node = node;
    this.channel = channel;
    this.self = self;
  }

  @Override
  public NodeId self() {
    return self;
  }

  @Override
  public int node() {
    return node;
  }

  @Override
  public int channel() {
    return channel;
  }

  @Override
  public @Nullable Protocol<M> protocol() {
    return protocol;
  }

  @Override
  public long incarnation() {
    return outputs.driver.incarnation(node);
  }

  @Override
  public long nowNanos() {
    return outputs.driver.clockNanos(node);
  }

  @Override
  public long wallMillis() {
    long millis = outputs.driver.wallMillis(node);
    outputs.witnesses.readWall(this, millis);
    return millis;
  }

  @Override
  public long random(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    long value = outputs.driver.random(node, bound);
    assert value >= 0 && value < bound : "the driver drew " + value + " below " + bound;
    outputs.witnesses.drew(this, bound, value);
    return value;
  }

  @Override
  public void send(NodeId to, M message) {
    if (outputs.isQuiet && protocol != null) {
      // The short way looks at nothing else, so the flag must never be older than a save.
      assert !outputs.writes.holds(node, channel) : "a message would overtake a save";
      outputs.driver.transmit(node, channel, to, message);
    } else {
      outputs.send(this, to, message);
    }
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    NodeAlarm alarm = new NodeAlarm(this, alarms, name, onExpiry);
    if (protocol == null && !outputs.isBuilding(node)) {
      alarm.die(); // The life of this context is over.
    }
    alarms = alarm;
    return alarm;
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    outputs.requireCoded(type);
    T value = outputs.driver.load(node, channel, name, type);
    outputs.witnesses.opened(this, name, value);
    StableCell<T> known = StableCell.find(this, name, type);
    return known != null ? known : StableCell.add(this, name, type, value);
  }

  @Override
  public Storage storage(String name) {
    MemoryStorage current = outputs.driver.open(node, channel, name);
    outputs.witnesses.opened(this, name, current);
    return new NodeStorage(this, name, current);
  }

  @Override
  public void note(Note note) {
    if (outputs.isHeard) {
      outputs.note(this, note);
    }
  }

  void inspect(Inspector inspector) {
    if (protocol != null) {
      inspector.protocol(channel, protocol);
    }
    for (NodeAlarm alarm = alarms; alarm != null; alarm = alarm.sibling) {
      alarm.inspect(inspector);
    }
    for (StableCell<?> cell = cells; cell != null; cell = cell.sibling) {
      inspector.stable(channel, cell);
    }
  }

  void die() {
    for (NodeAlarm alarm = alarms; alarm != null; alarm = alarm.sibling) {
      alarm.die();
    }
    protocol = null;
  }
}
