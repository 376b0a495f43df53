package coterie.net;

import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Saves what it is told to, and notes it; for tests of stable storage. */
public final class Keeper implements Protocol<Keeper.Msg> {
  /** Nothing is sent. */
  public sealed interface Msg extends Message permits Nothing {}

  public record Nothing() implements Msg {}

  public record Value(long number) {}

  /** Is told after the save, and so behind it. */
  public record Kept(long number) implements Note {}

  private static final Bytes KEY = Bytes.utf8("key");

  private final Context<Msg> context;
  private final Stable<Value> stable;
  private final Storage storage;

  Keeper(Context<Msg> context) {
    this.context = context;
    this.stable = context.stable("value", Value.class);
    this.storage = context.storage("versions");
  }

  @Override
  public void receive(NodeId from, Msg message) {}

  void save(long number) {
    stable.save(new Value(number));
    context.note(new Kept(number));
  }

  /** Adds a version, and removes the one before it. */
  void write(long number, int bytes) {
    Storage.Batch batch =
        new Storage.Batch(
            List.of(Version.of(KEY, stamp(number), Bytes.of(new byte[bytes]))),
            List.of(new Storage.Place(KEY, stamp(number - 1))),
            List.of(new Storage.Mark("last", stamp(number))));
    storage.write(batch);
    context.note(new Kept(number));
  }

  @Nullable Value value() {
    return stable.value();
  }

  long newest() {
    Version version = storage.newest(KEY, Stamp.lastOf(Long.MAX_VALUE));
    return version == null ? 0 : version.stamp().time();
  }

  @Nullable Stamp last() {
    return storage.mark("last");
  }

  private Stamp stamp(long number) {
    return new Stamp(number, context.self());
  }
}
