package coterie.sim.explore.search;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * States as bytes, one after the other, in blocks of one size. A block whose states nobody needs
 * any more is used again.
 */
final class StateBytes {
  static final int BLOCK = 1 << 13;
  private static final int INT_BYTES_MAX = 5;

  private final ArrayDeque<byte[]> free = new ArrayDeque<>();
  private byte[] bytes = new byte[BLOCK];
  private int size;

  void clear() {
    size = 0;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  /** Returns whether another state may need a block of its own. */
  boolean isFull(int length) {
    return size > 0 && size + INT_BYTES_MAX * (length + 1) > bytes.length;
  }

  /** Hands over the block, and goes on with another one. */
  byte[] take() {
    byte[] taken = bytes;
    byte[] next = free.poll();
    bytes = next == null ? new byte[BLOCK] : next;
    size = 0;
    return taken;
  }

  /** Gives back a block for another use. */
  void reuse(byte[] block) {
    if (block.length == BLOCK) {
      free.push(block);
    }
  }

  /** Returns how much memory waits for another use. */
  long freeBytes() {
    return (long) BLOCK * free.size();
  }

  /** Appends a state: its length, its ids, and its packets. */
  void add(int[] state, int length) {
    int most = size + INT_BYTES_MAX * (length + 1);
    if (most > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, most));
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
