package coterie.recording;

import coterie.core.Bytes;
import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Storage;
import coterie.kernel.Witness;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what goes into one node and comes out of it. Outputs are recorded when a protocol asks
 * for them, be they held back or not, so a recording does not depend on the disk. What the scribe
 * hears never changes, so the sink may turn it into entries later and elsewhere.
 */
public final class Scribe implements Witness {
  private final Entry.Life life;
  private final Consumer<Supplier<Entry>> sink;
  private final List<Class<? extends Message>> families = new ArrayList<>();
  private LongSupplier clock = () -> 0;
  private boolean isStarting;
  private boolean isHandling;

  /**
   * @param life what is recorded; the incarnation is filled in
   * @param sink gets the entries, in order
   */
  public Scribe(Entry.Life life, Consumer<Supplier<Entry>> sink) {
    this.life = life;
    this.sink = sink;
  }

  /** Takes the times of inputs from the clock of the node. */
  public void tellTimeBy(LongSupplier newClock) {
    clock = newClock;
  }

  @Override
  public int wants() {
    return EVENTS | ASKS;
  }

  private boolean isOf(NodeId node) {
    return node.equals(life.self());
  }

  // ---- inputs

  @Override
  public void building(long at, NodeId node, long incarnation) {
    if (isOf(node)) {
      Entry.Life begun = life.withIncarnation(incarnation);
      families.clear();
      sink.accept(() -> begun);
      input(Entry.Started::new);
      isStarting = true;
    }
  }

  @Override
  public void added(NodeId node, int channel, String name, Class<? extends Message> family) {
    if (isOf(node)) {
      families.add(family);
    }
  }

  @Override
  public void received(long at, NodeId node, int channel, NodeId from, Message message) {
    if (isOf(node)) {
      Class<? extends Message> family = families.get(channel);
      input(now -> new Entry.Received(now, channel, from, encoded(family, message)));
    }
  }

  @Override
  public void unreachable(long at, NodeId node, int channel, NodeId to) {
    if (isOf(node)) {
      input(now -> new Entry.Unreachable(now, channel, to));
    }
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    if (isOf(node)) {
      input(now -> new Entry.Expired(now, channel, alarm));
    }
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    if (isOf(node) && value instanceof Storage.Batch) {
      input(now -> new Entry.Stored(now, channel, name));
    } else if (isOf(node)) {
      input(now -> new Entry.Saved(now, channel, name));
    }
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    if (isOf(node) && call instanceof Call<?, ?> made) {
      input(now -> new Entry.CalledWith(now, made.getClass().getName(), encoded(made)));
    } else if (isOf(node)) {
      input(now -> new Entry.Called(now, call.toString()));
    }
  }

  @Override
  public void ended(long at, NodeId node) {
    if (isOf(node)) {
      input(Entry.Ended::new);
      isStarting = false;
      isHandling = false;
    }
  }

  @Override
  public void started(long at, NodeId node) {
    if (isOf(node)) {
      isStarting = false;
      isHandling = false;
    }
  }

  /** What the last input asked for is done; a handler that throws does not get there. */
  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    if (isOf(node) && !isStarting) {
      isHandling = false;
    }
  }

  // ---- answers

  @Override
  public void opened(NodeId node, int channel, String name, @Nullable Record content) {
    if (isOf(node) && content instanceof Storage.Batch batch) {
      sink.accept(() -> new Entry.Shelved(channel, name, batch));
    } else if (isOf(node)) {
      sink.accept(
          () ->
              new Entry.Kept(
                  channel, name, content == null ? List.of() : List.of(encoded(content))));
    }
  }

  @Override
  public void drew(NodeId node, long bound, long value) {
    if (isOf(node)) {
      sink.accept(() -> new Entry.Drew(bound, value));
    }
  }

  @Override
  public void readWall(NodeId node, long millis) {
    if (isOf(node)) {
      sink.accept(() -> new Entry.ReadWall(millis));
    }
  }

  // ---- outputs

  @Override
  public void sending(NodeId node, int channel, NodeId to, Message message) {
    if (isOf(node)) {
      Class<? extends Message> family = families.get(channel);
      sink.accept(() -> new Entry.Sent(channel, to, encoded(family, message)));
    }
  }

  @Override
  public void noting(NodeId node, int channel, Note note) {
    if (isOf(node)) {
      sink.accept(() -> new Entry.Noted(channel, note.toString()));
    }
  }

  @Override
  public void saving(NodeId node, int channel, String name, Record value) {
    if (isOf(node) && value instanceof Storage.Batch batch) {
      sink.accept(() -> new Entry.Storing(channel, name, batch));
    } else if (isOf(node)) {
      sink.accept(() -> new Entry.Saving(channel, name, value.toString()));
    }
  }

  @Override
  public void alarmStarted(NodeId node, int channel, String alarm, long delayNanos) {
    if (isOf(node)) {
      sink.accept(() -> new Entry.AlarmStarted(channel, alarm, delayNanos));
    }
  }

  @Override
  public void alarmStopped(NodeId node, int channel, String alarm) {
    if (isOf(node)) {
      sink.accept(() -> new Entry.AlarmStopped(channel, alarm));
    }
  }

  private void input(LongFunction<Entry> entry) {
    if (isHandling) {
      sink.accept(Entry.Threw::new);
    }
    isHandling = true;
    isStarting = false;
    long now = clock.getAsLong();
    sink.accept(() -> entry.apply(now));
  }

  private static <M extends Message> Bytes encoded(Class<M> family, Message message) {
    return Bytes.of(Codec.of(family).encode(family.cast(message)));
  }

  @SuppressWarnings("unchecked") // A value is of its own class.
  private static Bytes encoded(Object value) {
    return Bytes.of(Codec.of((Class<Object>) value.getClass()).encode(value));
  }
}
