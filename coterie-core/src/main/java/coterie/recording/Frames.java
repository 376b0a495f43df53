package coterie.recording;

import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import coterie.wire.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A recording as a file: eight bytes that say what it is, and its entries, each with its length in
 * four bytes before it. It only grows; an end in the middle of an entry is an end before it.
 */
public final class Frames {
  private static final byte[] MAGIC = "COTREC\0\1".getBytes(StandardCharsets.ISO_8859_1);
  private static final int FRAME_MAX = 1 << 28;
  private static final Codec<Entry> CODEC =
      Codec.of(Entry.class).withLimits(new Limits(FRAME_MAX, FRAME_MAX, 1 << 24, 32));

  private final InputStream in;
  private long size;
  private boolean isCut;

  /** Reads the bytes that say what it is; throws where they are others. */
  public Frames(InputStream in) throws IOException {
    this.in = in;
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
      throw new IllegalArgumentException("this is not a recording of this version of Coterie");
    }
    size = MAGIC.length;
  }

  /** The bytes that a file begins with. */
  public static byte[] head() {
    return MAGIC.clone();
  }

  /** Appends one entry. */
  public static void write(Entry entry, Output scratch, OutputStream out) throws IOException {
    CODEC.write(entry, scratch.clear());
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt(scratch.size()).array());
    out.write(scratch.buffer(), 0, scratch.size());
  }

  /** The next entry; null at the end. */
  public @Nullable Entry next() throws IOException {
    byte[] frame = frame();
    if (frame == null) {
      return null;
    }
    return switch (CODEC.decode(frame)) {
      case Decoded.Value<Entry>(Entry entry) -> entry;
      case Decoded.Unknown<Entry>(String what) ->
          throw new IllegalArgumentException("the recording is of a newer version: " + what);
      case Decoded.Malformed<Entry>(String why) ->
          throw new IllegalArgumentException("the recording is damaged: " + why);
    };
  }

  /** Whether the file ended in the middle of an entry. */
  public boolean isCut() {
    return isCut;
  }

  /** How many bytes all whole entries up to here take, with what stands before them. */
  public long size() {
    return size;
  }

  /** Goes over all entries without reading them. */
  public void skipAll() throws IOException {
    while (frame() != null) {}
  }

  private byte @Nullable [] frame() throws IOException {
    byte[] length = in.readNBytes(Integer.BYTES);
    if (length.length < Integer.BYTES) {
      isCut = length.length > 0;
      return null;
    }
    int wanted = ByteBuffer.wrap(length).getInt();
    if (wanted < 1 || wanted > FRAME_MAX) {
      throw new IllegalArgumentException(
          "the recording is damaged: an entry of %d bytes".formatted(wanted));
    }
    byte[] frame = in.readNBytes(wanted);
    if (frame.length < wanted) {
      isCut = true;
      return null;
    }
    size += Integer.BYTES + (long) wanted;
    return frame;
  }
}
