package coterie.lab.live;

import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Words of one family between two processes, each with its length before it. */
final class Pipe {
  private static final int FRAME_MAX = 1 << 28;
  private static final Limits LIMITS = new Limits(FRAME_MAX, FRAME_MAX, 1 << 24, 32);

  private Pipe() {}

  /** The end that words go into. One thread at a time may use it. */
  static final class Writer<T> {
    private final Codec<T> codec;
    private final DataOutputStream out;

    Writer(Class<T> family, OutputStream out) {
      this.codec = Codec.of(family).withLimits(LIMITS);
      this.out = new DataOutputStream(out);
    }

    synchronized void write(T word) throws IOException {
      byte[] bytes = codec.encode(word);
      out.writeInt(bytes.length);
      out.write(bytes);
    }

    synchronized void flush() throws IOException {
      out.flush();
    }
  }

  /** The end that words come out of. */
  static final class Reader<T> {
    private final Codec<T> codec;
    private final DataInputStream in;

    Reader(Class<T> family, InputStream in) {
      this.codec = Codec.of(family).withLimits(LIMITS);
      this.in = new DataInputStream(in);
    }

    /** The next word; null when the other process has closed its end, or was killed. */
    @Nullable T read() throws IOException {
      try {
        int length = in.readInt();
        if (length < 1 || length > FRAME_MAX) {
          throw new IOException("a word of %d bytes".formatted(length));
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
          return null;
        }
        if (codec.decode(bytes) instanceof Decoded.Value<T>(T word)) {
          return word;
        }
        throw new IOException("a word that nobody understands");
      } catch (EOFException e) {
        return null;
      }
    }
  }
}
