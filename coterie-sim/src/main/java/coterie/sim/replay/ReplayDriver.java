package coterie.sim.replay;

import coterie.core.Blueprint;
import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.kernel.Driver;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.NodeInput;
import coterie.kernel.PendingWrite;
import coterie.recording.Entry;
import coterie.sim.StageWitness;
import coterie.storage.MemoryStorage;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drives one life of the recorded node: the recording answers what the protocols ask. */
final class ReplayDriver implements Driver {
  /** An alarm, and when it would expire at the earliest, by the clock of the node. */
  private record Running(NodeAlarm alarm, long deadlineNanos) {}

  private final Entry.Life life;
  private final Tape tape;
  private final Kernel kernel;
  private final List<Running> running = new ArrayList<>();
  private int scheduled;

  ReplayDriver(Entry.Life life, Blueprint blueprint, Tape tape, StageWitness witness) {
    this.life = life;
    this.tape = tape;
    this.kernel = new Kernel(this, View.of(List.of(life.self())), blueprint);
    kernel.watch(new RecordingComparison(tape, kernel));
    kernel.watch(witness);
    tape.tellWith(Text.with(kernel::families));
  }

  Kernel kernel() {
    return kernel;
  }

  NodeId self() {
    return life.self();
  }

  /** Returns the alarm of that name that is due first; null if none is running. */
  @Nullable NodeAlarm due(int channel, String name) {
    return running.stream()
        .filter(one -> one.alarm.channel() == channel && one.alarm.name().equals(name))
        .min(Comparator.comparingLong(Running::deadlineNanos))
        .map(Running::alarm)
        .orElse(null);
  }

  /** Lets an alarm expire. */
  void expire(NodeAlarm alarm) {
    cancel(alarm);
    kernel.due(alarm);
  }

  @Override
  public long timeNanos() {
    return tape.sinceNanos();
  }

  @Override
  public long clockNanos(int node) {
    return tape.atNanos();
  }

  @Override
  public long incarnation(int node) {
    return life.incarnation();
  }

  @Override
  public long wallMillis(int node) {
    return tape.answer(Entry.ReadWall.class, Text.READS_WALL).millis();
  }

  @Override
  public long random(int node, long bound) {
    if (tape.peek() instanceof Entry.Drew(long recorded, long value) && recorded != bound) {
      throw tape.unlike(Text.draws(bound));
    }
    return tape.answer(Entry.Drew.class, Text.draws(bound)).value();
  }

  @Override
  public int schedule(NodeAlarm alarm, long delayNanos) {
    running.add(new Running(alarm, tape.atNanos() + delayNanos));
    return ++scheduled;
  }

  @Override
  public void cancel(NodeAlarm alarm) {
    running.removeIf(one -> one.alarm.equals(alarm));
  }

  @Override
  public void transmit(int node, int channel, NodeId to, Message message) {}

  @Override
  public <T extends Record> @Nullable T load(int node, int channel, String name, Class<T> type) {
    String question = "opens the stable value " + name;
    if (tape.peek() instanceof Entry.Kept(int recorded, String kept, var any)
        && (channel != recorded || !kept.equals(name))) {
      throw tape.unlike(question);
    }
    Entry.Kept kept = tape.answer(Entry.Kept.class, question);
    return kept.value().isEmpty() ? null : decode(name, type, kept.value().getFirst());
  }

  private <T extends Record> T decode(String name, Class<T> type, Bytes recorded) {
    byte[] bytes = new byte[recorded.size()];
    recorded.copyTo(bytes, 0);
    return switch (Codec.of(type).decode(bytes)) {
      case Decoded.Value<T>(T value) -> value;
      case Decoded.Unknown<T>(String what) -> throw otherKind(name, type, what);
      case Decoded.Malformed<T>(String why) -> throw otherKind(name, type, why);
    };
  }

  private Unlike otherKind(String name, Class<?> type, String why) {
    return tape.end(
        tape.diverged(
            "the stable value %s of another kind (%s)".formatted(name, why),
            "the stable value %s as a %s".formatted(name, type.getSimpleName())));
  }

  @Override
  public MemoryStorage open(int node, int channel, String name) {
    String question = "opens the storage " + name;
    if (tape.peek() instanceof Entry.Shelved(int recorded, String shelved, var any)
        && (channel != recorded || !shelved.equals(name))) {
      throw tape.unlike(question);
    }
    MemoryStorage storage = new MemoryStorage();
    storage.write(tape.answer(Entry.Shelved.class, question).content());
    return storage;
  }

  /** The recording says when it is durable. */
  @Override
  public void persist(int node, PendingWrite write) {}

  @Override
  public void again(int node, NodeInput input) {
    throw new IllegalStateException("a recorded node is never paused");
  }

  @Override
  public void again(NodeAlarm alarm) {
    throw new IllegalStateException("a recorded node is never paused");
  }
}
