package coterie.sim.statistics;

import java.util.Arrays;

/** A list of numbers that grows, without a box around each. */
public final class Longs {
  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  public int size() {
    return size;
  }

  public long at(int index) {
    return values[index];
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
