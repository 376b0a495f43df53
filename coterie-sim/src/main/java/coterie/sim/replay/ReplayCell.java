package coterie.sim.replay;

import coterie.core.Bytes;
import coterie.core.Stable;
import coterie.recording.Entry;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import org.jspecify.annotations.Nullable;

/** A stable value that holds at first what the recording says. */
final class ReplayCell<T extends Record> implements Stable<T> {
  private final ReplayContext<?> owner;
  private final String name;
  private @Nullable T value;

  private ReplayCell(ReplayContext<?> owner, String name, @Nullable T value) {
    this.owner = owner;
    this.name = name;
    this.value = value;
  }

  static <T extends Record> ReplayCell<T> open(ReplayContext<?> owner, String name, Class<T> type) {
    Tape tape = owner.tape();
    String question = "opens the stable value " + name;
    if (tape.peek() instanceof Entry.Kept(int channel, String kept, var any)
        && (channel != owner.channel() || !kept.equals(name))) {
      throw tape.unlike(question);
    }
    Entry.Kept kept = tape.answer(Entry.Kept.class, question);
    T value = kept.value().isEmpty() ? null : decode(tape, name, type, kept.value().getFirst());
    return new ReplayCell<>(owner, name, value);
  }

  private static <T extends Record> T decode(
      Tape tape, String name, Class<T> type, Bytes recorded) {
    byte[] bytes = new byte[recorded.size()];
    recorded.copyTo(bytes, 0);
    return switch (Codec.of(type).decode(bytes)) {
      case Decoded.Value<T>(T value) -> value;
      case Decoded.Unknown<T>(String what) -> throw other(tape, name, type, what);
      case Decoded.Malformed<T>(String why) -> throw other(tape, name, type, why);
    };
  }

  private static Unlike other(Tape tape, String name, Class<?> type, String why) {
    return tape.end(
        tape.diverged(
            "the stable value %s of another kind (%s)".formatted(name, why),
            "the stable value %s as a %s".formatted(name, type.getSimpleName())));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable T value() {
    return value;
  }

  @Override
  public void save(T newValue) {
    owner.tape().expect(new Entry.Saving(owner.channel(), name, newValue.toString()));
    value = newValue;
    owner.await(this, newValue);
  }
}
