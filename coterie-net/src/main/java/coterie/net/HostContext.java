package coterie.net;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sockets' context: one for each protocol of a node. */
final class HostContext<M extends Message> implements Context<M> {
  private final Host host;
  private final int channel;
  private final String name;
  private final Class<M> family;
  private final List<HostAlarm> alarms = new ArrayList<>(2);
  private @Nullable Codec<M> codec;
  private @Nullable Protocol<M> protocol;

  HostContext(Host host, int channel, String name, Class<M> family) {
    this.host = host;
    this.channel = channel;
    this.name = name;
    this.family = family;
  }

  Host host() {
    return host;
  }

  int channel() {
    return channel;
  }

  /** The name of the channel. */
  String name() {
    return name;
  }

  /** Derived when it is needed first: a protocol that says nothing has none. */
  Codec<M> codec() {
    if (codec == null) {
      codec = Codec.of(family);
    }
    return codec;
  }

  void attach(Protocol<M> newProtocol) {
    protocol = newProtocol;
  }

  Protocol<M> protocol() {
    if (protocol == null) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + host.self());
    }
    return protocol;
  }

  boolean showsOnlyDurable() {
    return protocol != null && protocol.showsOnlyDurable();
  }

  Class<M> family() {
    return family;
  }

  void stopAlarms() {
    alarms.forEach(HostAlarm::halt);
  }

  @Override
  public NodeId self() {
    return host.self();
  }

  @Override
  public long incarnation() {
    return host.life();
  }

  @Override
  public long nowNanos() {
    return host.clock().monotonicNanos(host.loop().nowNanos());
  }

  @Override
  public long wallMillis() {
    return host.wallMillis();
  }

  @Override
  public long random(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    return host.random(bound);
  }

  @Override
  public void send(NodeId to, M message) {
    host.send(this, to, message);
  }

  @Override
  public Alarm alarm(String alarm, Runnable onExpiry) {
    HostAlarm made = new HostAlarm(this, alarm, onExpiry);
    alarms.add(made);
    return made;
  }

  @Override
  public <T extends Record> Stable<T> stable(String value, Class<T> type) {
    return host.vault().open(this, value, type);
  }

  @Override
  public Storage storage(String storage) {
    return host.vault().storage(this, storage);
  }

  @Override
  public void note(Note note) {
    host.note(this, note);
  }
}
