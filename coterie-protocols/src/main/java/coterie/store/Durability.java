package coterie.store;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Knows when all that was written up to a moment is durable: what a node sends waits for that by
 * itself, but what it answers to a reader of its own does not.
 */
public final class Durability {
  private record Waiting(long written, Runnable then) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long written;
  private long durable;

  /** The same storage, whose writes are counted. */
  public Storage counting(Storage storage) {
    return new Counting(storage);
  }

  /** One more write is durable; they become so in their order. */
  public void stored() {
    durable++;
    while (!waiting.isEmpty() && waiting.getFirst().written <= durable) {
      waiting.removeFirst().then.run();
    }
  }

  /** Runs it once all that is written by now is durable, which may be now. */
  public void whenDurable(Runnable then) {
    if (written == durable) {
      then.run();
    } else {
      waiting.add(new Waiting(written, then));
    }
  }

  private final class Counting implements Storage {
    private final Storage storage;

    Counting(Storage storage) {
      this.storage = storage;
    }

    @Override
    public void write(Batch batch) {
      written++;
      storage.write(batch);
    }

    @Override
    public @Nullable Version newest(Bytes key, Stamp at) {
      return storage.newest(key, at);
    }

    @Override
    public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
      storage.scan(from, to, at, visitor);
    }

    @Override
    public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
      storage.versions(from, to, visitor);
    }

    @Override
    public @Nullable Stamp mark(String name) {
      return storage.mark(name);
    }
  }
}
