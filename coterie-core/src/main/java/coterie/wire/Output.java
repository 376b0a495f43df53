package coterie.wire;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where messages are written, one after the other: a buffer that grows and is used again after
 * {@link #clear}. It belongs to one thread.
 */
public final class Output {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int VARINT_MAX = 10;

  private byte[] bytes = new byte[512];
  private int size;

  public Output clear() {
    size = 0;
    return this;
  }

  public int size() {
    return size;
  }

  /** The buffer itself; the first {@link #size} bytes count, until the next writing. */
  public byte[] buffer() {
    return bytes;
  }

  /** A copy of what was written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  void putVarint(long value) {
    room(VARINT_MAX);
    if ((value & ~0x7FL) == 0) {
      bytes[size++] = (byte) value;
    } else {
      putLongVarint(value);
    }
  }

  private void putLongVarint(long value) {
    long rest = value;
    int at = size;
    while ((rest & ~0x7FL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
    size = at;
  }

  void put(long value) {
    putVarint(Size.zigzag(value));
  }

  void put(int value) {
    putVarint(Size.zigzag(value));
  }

  void put(short value) {
    putVarint(Size.zigzag(value));
  }

  void put(byte value) {
    room(1);
    bytes[size++] = value;
  }

  void put(boolean value) {
    put((byte) (value ? 1 : 0));
  }

  void put(double value) {
    putFixed(Double.doubleToRawLongBits(value));
  }

  void put(float value) {
    putFixed(Float.floatToRawIntBits(value));
  }

  void put(NodeId value) {
    putFixed(value.value());
  }

  void putFixed(long value) {
    room(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  void putFixed(int value) {
    room(Integer.BYTES);
    INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  void put(Bytes value) {
    int length = value.size();
    putVarint(length);
    room(length);
    value.copyTo(bytes, size);
    size += length;
  }

  /** Most texts are short and ASCII, and then need no copy. */
  void put(String value) {
    int length = value.length();
    if (length > Size.SHORT_TEXT || !putAscii(value, length)) {
      putEncoded(value.getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean putAscii(String value, int length) {
    room(1 + Size.SHORT_TEXT);
    byte[] target = bytes;
    int start = size + 1;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      target[start + i] = (byte) c;
    }
    target[size] = (byte) length;
    size = start + length;
    return true;
  }

  private void putEncoded(byte[] text) {
    putVarint(text.length);
    room(text.length);
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
  }

  /** Leaves one byte for the length of what follows; returns where that begins. */
  int open() {
    room(1);
    return ++size;
  }

  /** Fills in the length; only what is longer than 127 bytes has to move for it. */
  void close(int start) {
    int length = size - start;
    if (length < 0x80) {
      bytes[start - 1] = (byte) length;
      return;
    }
    int more = Size.varint(length) - 1;
    room(more + VARINT_MAX);
    System.arraycopy(bytes, start, bytes, start + more, length);
    size = start - 1;
    putVarint(length);
    size += length;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    long wanted = Math.max(2L * bytes.length, (long) size + more);
    bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
  }
}
