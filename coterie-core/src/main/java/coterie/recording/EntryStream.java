package coterie.recording;

import coterie.wire.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes entries to a stream as they come. It belongs to one thread. */
public final class EntryStream implements Consumer<Supplier<Entry>> {
  private final OutputStream out;
  private final Output scratch = new Output();

  private EntryStream(OutputStream out) {
    this.out = out;
  }

  /** Writes a recording from its beginning. */
  public static EntryStream begin(OutputStream out) throws IOException {
    out.write(Frames.head());
    return new EntryStream(out);
  }

  /** Writes on behind the last whole entry of a recording. */
  public static EntryStream append(OutputStream out) {
    return new EntryStream(out);
  }

  @Override
  public void accept(Supplier<Entry> entry) {
    try {
      Frames.write(entry.get(), scratch, out);
    } catch (IOException e) {
      throw new UncheckedIOException("a recording cannot be written: " + e.getMessage(), e);
    }
  }
}
