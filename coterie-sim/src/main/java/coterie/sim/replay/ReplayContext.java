package coterie.sim.replay;

import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.recording.Entry;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The context of a replayed protocol: the recording answers it, and knows what it will do. */
final class ReplayContext<M extends Message> implements Context<M> {
  private final ReplayNode node;
  private final int channel;
  private final Class<M> family;
  private final TreeMap<String, List<ReplayAlarm>> running = new TreeMap<>();
  private @Nullable Protocol<M> protocol;

  ReplayContext(ReplayNode node, int channel, Class<M> family) {
    this.node = node;
    this.channel = channel;
    this.family = family;
  }

  void attach(Protocol<M> newProtocol) {
    protocol = newProtocol;
  }

  /** Not so while it is built, or if that failed. */
  boolean hasProtocol() {
    return protocol != null;
  }

  boolean showsOnlyDurable() {
    return protocol != null && protocol.showsOnlyDurable();
  }

  Protocol<M> protocol() {
    if (protocol == null) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + self());
    }
    return protocol;
  }

  int channel() {
    return channel;
  }

  Class<M> family() {
    return family;
  }

  Tape tape() {
    return node.tape();
  }

  Codec<M> codec() {
    return Codec.of(family);
  }

  void isRunning(ReplayAlarm alarm) {
    List<ReplayAlarm> same = running.computeIfAbsent(alarm.name(), name -> new ArrayList<>(1));
    same.remove(alarm);
    same.add(alarm);
  }

  void isHalted(ReplayAlarm alarm) {
    List<ReplayAlarm> same = running.get(alarm.name());
    if (same != null && same.remove(alarm) && same.isEmpty()) {
      running.remove(alarm.name());
    }
  }

  /** The alarm of that name that is due first; null if none is running. */
  @Nullable ReplayAlarm due(String name) {
    return running.getOrDefault(name, List.of()).stream()
        .min(Comparator.comparingLong(ReplayAlarm::deadline))
        .orElse(null);
  }

  @Override
  public NodeId self() {
    return node.self();
  }

  @Override
  public long incarnation() {
    return node.incarnation();
  }

  @Override
  public long nowNanos() {
    return tape().atNanos();
  }

  @Override
  public long wallMillis() {
    return tape().answer(Entry.ReadWall.class, Text.READS_WALL).millis();
  }

  @Override
  public long random(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    if (tape().peek() instanceof Entry.Drew(long recorded, long value) && recorded != bound) {
      throw tape().unlike(Text.draws(bound));
    }
    return tape().answer(Entry.Drew.class, Text.draws(bound)).value();
  }

  @Override
  public void send(NodeId to, M message) {
    protocol();
    tape().expect(new Entry.Sent(channel, to, Bytes.of(codec().encode(message))));
    node.show(channel, message, witness -> witness.sent(tape().sinceNanos(), self(), to, message));
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    return new ReplayAlarm(this, name, onExpiry);
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return ReplayCell.open(this, name, type);
  }

  @Override
  public Storage storage(String name) {
    return ReplayShelf.open(this, name);
  }

  @Override
  public void note(Note note) {
    tape().expect(new Entry.Noted(channel, note.toString()));
    node.show(channel, note, witness -> witness.noted(tape().sinceNanos(), self(), note));
  }

  /** Until the recording says that it is durable, what is shown waits behind it. */
  void await(Stable<?> cell, Record value) {
    node.await(new ReplayNode.Pending(this, cell.name(), cell, null, value));
  }

  void await(Storage shelf, String name, Storage.Batch batch) {
    node.await(new ReplayNode.Pending(this, name, null, shelf, batch));
  }
}
