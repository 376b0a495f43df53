package coterie.recording;

import coterie.core.Bytes;
import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Storage;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what goes into one node and comes out of it. An engine tells it, on the thread of the
 * node. What it hears never changes, so the sink may turn it into entries later and elsewhere.
 */
public final class Scribe {
  private final Entry.Life life;
  private final Consumer<Supplier<Entry>> sink;
  private final List<Class<? extends Message>> families = new ArrayList<>();
  private boolean isHandling;

  /**
   * @param life what is recorded; the incarnation is filled in
   * @param sink gets the entries, in order
   */
  public Scribe(Entry.Life life, Consumer<Supplier<Entry>> sink) {
    this.life = life;
    this.sink = sink;
  }

  // ---- inputs

  /** The protocols are about to be built, and then started. */
  public void started(long at, long incarnation) {
    Entry.Life begun = life.withIncarnation(incarnation);
    families.clear();
    sink.accept(() -> begun);
    input(() -> new Entry.Started(at));
  }

  /** The next channel is for messages of that family. */
  public void added(Class<? extends Message> family) {
    families.add(family);
  }

  public void received(long at, int channel, NodeId from, Message message) {
    Class<? extends Message> family = families.get(channel);
    input(() -> new Entry.Received(at, channel, from, encoded(family, message)));
  }

  public void unreachable(long at, int channel, NodeId to) {
    input(() -> new Entry.Unreachable(at, channel, to));
  }

  public void expired(long at, int channel, String alarm) {
    input(() -> new Entry.Expired(at, channel, alarm));
  }

  public void saved(long at, int channel, String name) {
    input(() -> new Entry.Saved(at, channel, name));
  }

  public void stored(long at, int channel, String name) {
    input(() -> new Entry.Stored(at, channel, name));
  }

  public void called(long at, String words) {
    input(() -> new Entry.Called(at, words));
  }

  public void called(long at, Call<?, ?> call) {
    input(() -> new Entry.CalledWith(at, call.getClass().getName(), encoded(call)));
  }

  public void ended(long at) {
    input(() -> new Entry.Ended(at));
    isHandling = false;
  }

  /** What the last input asked for is done; who throws does not get there. */
  public void handled() {
    isHandling = false;
  }

  // ---- answers

  public void opened(int channel, String name, @Nullable Record value) {
    sink.accept(
        () -> new Entry.Kept(channel, name, value == null ? List.of() : List.of(encoded(value))));
  }

  public void opened(int channel, String name, Storage.Batch content) {
    sink.accept(() -> new Entry.Shelved(channel, name, content));
  }

  public void drew(long bound, long value) {
    sink.accept(() -> new Entry.Drew(bound, value));
  }

  public void readWall(long millis) {
    sink.accept(() -> new Entry.ReadWall(millis));
  }

  // ---- outputs, when a protocol asks for them, be they held back or not

  public void sent(int channel, NodeId to, Message message) {
    Class<? extends Message> family = families.get(channel);
    sink.accept(() -> new Entry.Sent(channel, to, encoded(family, message)));
  }

  public void noted(int channel, Note note) {
    sink.accept(() -> new Entry.Noted(channel, note.toString()));
  }

  public void saving(int channel, String name, Record value) {
    sink.accept(() -> new Entry.Saving(channel, name, value.toString()));
  }

  public void storing(int channel, String name, Storage.Batch batch) {
    sink.accept(() -> new Entry.Storing(channel, name, batch));
  }

  public void alarmStarted(int channel, String alarm, long delayNanos) {
    sink.accept(() -> new Entry.AlarmStarted(channel, alarm, delayNanos));
  }

  /** Only if it was running. */
  public void alarmStopped(int channel, String alarm) {
    sink.accept(() -> new Entry.AlarmStopped(channel, alarm));
  }

  private void input(Supplier<Entry> entry) {
    if (isHandling) {
      sink.accept(Entry.Threw::new);
    }
    isHandling = true;
    sink.accept(entry);
  }

  private static <M extends Message> Bytes encoded(Class<M> family, Message message) {
    return Bytes.of(Codec.of(family).encode(family.cast(message)));
  }

  @SuppressWarnings("unchecked") // A value is of its own class.
  private static Bytes encoded(Object value) {
    return Bytes.of(Codec.of((Class<Object>) value.getClass()).encode(value));
  }
}
