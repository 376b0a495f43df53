package coterie.sim.check;

import java.util.Arrays;

/** A list of numbers that grows, without a box around each. */
final class Longs {
  private long[] values = new long[16];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  long at(int index) {
    return values[index];
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
