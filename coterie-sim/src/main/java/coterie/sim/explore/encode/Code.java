package coterie.sim.explore.encode;

import java.util.Arrays;

/** Whole numbers as bytes, small ones in one byte. */
final class Code {
  private byte[] bytes = new byte[256];
  private int size;

  void clear() {
    size = 0;
  }

  void put(long value) {
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    long left = value << 1 ^ value >> 63;
    while ((left & ~0x7FL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  int size() {
    return size;
  }

  /** Takes away what was put since it had that size. */
  byte[] cut(int start) {
    byte[] taken = Arrays.copyOfRange(bytes, start, size);
    size = start;
    return taken;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }
}
