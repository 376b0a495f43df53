package coterie.wire;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields from bytes that nobody has checked. The end is that of the record being read: a
 * field that begins there was not written, by an older version, and gets its default. Every length
 * is compared with what is left before anything is allocated.
 */
final class Input {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final NodeId NODE_ZERO = new NodeId(0);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final char REPLACEMENT = '\uFFFD';

  private final byte[] bytes;
  private final Limits limits;
  private final @Nullable Recent recent;
  private int at;
  private int end;
  private int depth;
  private int elements;
  private Class<?> unknownType = Object.class;
  private long unknownNumber;

  Input(byte[] bytes, int from, int to, Limits limits) {
    this(bytes, from, to, limits, null);
  }

  Input(byte[] bytes, int from, int to, Limits limits, @Nullable Recent recent) {
    this.bytes = bytes;
    this.limits = limits;
    this.recent = recent;
    this.at = from;
    this.end = to;
  }

  boolean isAtEnd() {
    return at == end;
  }

  int left() {
    return end - at;
  }

  long takeVarint() {
    if (at < end && bytes[at] >= 0) {
      return bytes[at++];
    }
    return takeLongVarint();
  }

  private long takeLongVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      require(1, "a number");
      byte next = bytes[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        boolean tooLarge = shift == 63 && next > 1;
        if (tooLarge || (next == 0 && shift > 0)) {
          throw new WireException("a number takes more bytes than it needs");
        }
        return value;
      }
    }
    throw new WireException("a number takes more bytes than it needs");
  }

  long takeLong() {
    return at == end ? 0 : Size.unzigzag(takeVarint());
  }

  int takeInt() {
    long value = takeLong();
    if (value != (int) value) {
      throw new WireException(value + " is not an int");
    }
    return (int) value;
  }

  short takeShort() {
    long value = takeLong();
    if (value != (short) value) {
      throw new WireException(value + " is not a short");
    }
    return (short) value;
  }

  byte takeByte() {
    return at == end ? 0 : bytes[at++];
  }

  boolean takeBoolean() {
    byte value = takeByte();
    if (value >>> 1 != 0) {
      throw new WireException(value + " is not a boolean, which is 0 or 1");
    }
    return value == 1;
  }

  double takeDouble() {
    return at == end ? 0 : Double.longBitsToDouble(takeFixedLong());
  }

  float takeFloat() {
    return at == end ? 0 : Float.intBitsToFloat(takeFixedInt());
  }

  NodeId takeNode() {
    return at == end ? NODE_ZERO : new NodeId(takeFixedLong());
  }

  long takeFixedLong() {
    require(Long.BYTES, "a fixed number");
    long value = (long) LONG.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  int takeFixedInt() {
    require(Integer.BYTES, "a fixed number");
    int value = (int) INT.get(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  Bytes takeBytes() {
    if (at == end) {
      return Bytes.none();
    }
    int length = takeLength(limits.textBytes(), "bytes");
    at += length;
    return Bytes.of(bytes, at - length, at);
  }

  String takeString() {
    if (at == end) {
      return "";
    }
    int length = takeLength(limits.textBytes(), "a string");
    int start = at;
    at += length;
    return isAscii(start, at)
        ? new String(bytes, start, length, StandardCharsets.ISO_8859_1)
        : otherText(start, length);
  }

  private boolean isAscii(int from, int to) {
    long all = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      all |= (long) LONG.get(bytes, i);
    }
    for (; i < to; i++) {
      all |= bytes[i];
    }
    return (all & HIGH_BITS) == 0;
  }

  private String otherText(int start, int length) {
    String text = new String(bytes, start, length, StandardCharsets.UTF_8);
    // What is not UTF-8 was replaced; but the replacement may have been sent as well.
    if (text.indexOf(REPLACEMENT) >= 0) {
      requireUtf8(start, length);
    }
    return text;
  }

  private void requireUtf8(int start, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
    } catch (CharacterCodingException e) {
      throw new WireException("a string is not UTF-8");
    }
  }

  /**
   * How many elements follow, of which each takes at least that many bytes. They are counted over
   * all lists: an element of one byte may become a record that takes forty, and lists of lists
   * would have more of them than the limit of each.
   */
  int takeCount(int bytesEach) {
    long count = takeVarint();
    if (count < 0 || count > limits.elements() || count * bytesEach > left()) {
      throw new WireException(
          "a list of %s elements with %d bytes left".formatted(unsigned(count), left()));
    }
    elements += (int) count;
    if (elements > limits.elements()) {
      throw new WireException(
          "lists of more than %d elements altogether".formatted(limits.elements()));
    }
    return (int) count;
  }

  /** Narrows the input to the record that begins here; returns the end to {@link #close} with. */
  int open() {
    int length = takeLength(limits.messageBytes(), "a record");
    int outer = end;
    end = at + length;
    deeper();
    return outer;
  }

  /** The record that was opened: as it was read before, if these are the same bytes. */
  Object readLately(Framed shape) {
    if (recent == null) {
      return shape.readBody(this);
    }
    int from = at;
    Object known = recent.find(shape, bytes, from, end);
    if (known != null) {
      return known;
    }
    Object value = shape.readBody(this);
    recent.put(shape, bytes, from, end, value);
    return value;
  }

  /** Goes on behind the record, whatever of it was not read. */
  void close(int outer) {
    at = end;
    end = outer;
    depth--;
  }

  void skipRecord() {
    int length = takeLength(limits.messageBytes(), "a record");
    at += length;
  }

  void deeper() {
    if (++depth > limits.depth()) {
      throw new WireException("records and lists lie more than %d deep".formatted(limits.depth()));
    }
  }

  void higher() {
    depth--;
  }

  /** An input for a record of which nothing was written; it lies one deeper than this one. */
  Input empty() {
    Input empty = new Input(bytes, 0, 0, limits);
    empty.depth = depth;
    empty.deeper();
    return empty;
  }

  int depth() {
    return depth;
  }

  /** Back to the record that was being read when the end and the depth were these. */
  void closeAfterFailure(int recordEnd, int outer, int outerDepth) {
    at = recordEnd;
    end = outer;
    depth = outerDepth;
  }

  int end() {
    return end;
  }

  /** Notes what only a newer version knows. */
  void noteUnknown(Class<?> type, long number) {
    unknownType = type;
    unknownNumber = number;
  }

  String unknown() {
    return "%s has no number %s in this version"
        .formatted(unknownType.getSimpleName(), unsigned(unknownNumber));
  }

  private int takeLength(int maximum, String what) {
    long length = takeVarint();
    if (length < 0 || length > maximum || length > left()) {
      throw new WireException(
          "%s of %s bytes with %d bytes left".formatted(what, unsigned(length), left()));
    }
    return (int) length;
  }

  private void require(int length, String what) {
    if (left() < length) {
      throw new WireException(what + " is cut off");
    }
  }

  private static String unsigned(long value) {
    return Long.toUnsignedString(value);
  }
}
