package coterie.sim.explore.search;

import java.util.Arrays;

/** States as bytes, one after the other. */
final class StateBytes {
  private byte[] bytes = new byte[1 << 14];
  private int size;

  void clear() {
    size = 0;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  /** Appends a state: its length, its ids, and its packets. */
  void add(int[] state, int length) {
    if (size + 5 * length + 5 > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + 5 * length + 5));
    }
    byte[] to = bytes;
    int at = put(to, size, length);
    for (int i = 0; i < length; i++) {
      at = put(to, at, state[i]);
    }
    size = at;
  }

  private static int put(byte[] to, int start, int value) {
    int at = start;
    int rest = value;
    while (rest >= 0x80) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }
}
