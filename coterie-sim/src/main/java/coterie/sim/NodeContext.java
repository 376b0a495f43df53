package coterie.sim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.recording.Scribe;
import org.jspecify.annotations.Nullable;

/** The simulator's context: one for each protocol in each life of a node. */
final class NodeContext<M extends Message> implements Context<M> {
  private final Engine engine;
  private final int index;
  private final int channel;
  private final NodeId self;
  private @Nullable NodeAlarm alarms;
  private @Nullable Protocol<M> protocol;

  NodeContext(Engine engine, int index, int channel, NodeId self) {
    this.engine = engine;
    this.index = index;
    this.channel = channel;
    this.self = self;
  }

  Engine engine() {
    return engine;
  }

  int index() {
    return index;
  }

  int channel() {
    return channel;
  }

  void attach(Protocol<M> newProtocol) {
    protocol = newProtocol;
  }

  Protocol<M> protocol() {
    if (protocol == null) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + self);
    }
    return protocol;
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
    return engine.hosts.incarnation(index);
  }

  @Override
  public long nowNanos() {
    return engine.clocks.monotonicNanos(index, engine.now());
  }

  @Override
  public long wallMillis() {
    long millis = engine.clocks.wallMillis(index, engine.now());
    Scribe scribe = engine.scribe(index);
    if (scribe != null) {
      scribe.readWall(millis);
    }
    return millis;
  }

  @Override
  public long random(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    long value = engine.hosts.random(index).below(bound);
    Scribe scribe = engine.scribe(index);
    if (scribe != null) {
      scribe.drew(bound, value);
    }
    return value;
  }

  @Override
  public void send(NodeId to, M message) {
    engine.send(this, to, message);
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    alarms = new NodeAlarm(this, alarms, name, onExpiry);
    return alarms;
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return engine.disk.open(this, name, type);
  }

  @Override
  public Storage storage(String name) {
    return engine.disk.shelf(this, name);
  }

  @Override
  public void note(Note note) {
    engine.note(this, note);
  }

  void stopAlarms() {
    for (NodeAlarm alarm = alarms; alarm != null; alarm = alarm.sibling) {
      alarm.halt();
    }
  }
}
