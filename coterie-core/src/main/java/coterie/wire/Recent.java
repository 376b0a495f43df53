package coterie.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records inside messages that were read lately, by their bytes. Members of a group tell each other
 * the same over and over; whoever reads with one of these gets the very record that it has already,
 * and neither makes nor keeps another one. Records never change, so all nodes of one thread may
 * share one.
 *
 * <p>It remembers a bounded number of short records, the later ones at the cost of the earlier. Not
 * for several threads at once.
 */
public final class Recent {
  private static final int PLACES = 1 << 13;
  private static final int LEAST_BYTES = 16;
  private static final int MOST_BYTES = 256;

  private static final class Read {
    final Framed shape;
    final byte[] bytes;
    final Object value;

    Read(Framed shape, byte[] bytes, Object value) {
      this.shape = shape;
      this.bytes = bytes;
      this.value = value;
    }

    boolean is(Framed other, byte[] in, int from, int to) {
      return shape.equals(other) && Arrays.equals(bytes, 0, bytes.length, in, from, to);
    }
  }

  private final @Nullable Read[] places = new Read[PLACES];
  private boolean isSecondNext;

  /** The record that these bytes were when they were read last; null if that is not known. */
  @Nullable Object find(Framed shape, byte[] in, int from, int to) {
    if (isOutside(from, to)) {
      return null;
    }
    int place = place(in, from, to);
    Read first = places[place];
    if (first != null && first.is(shape, in, from, to)) {
      return first.value;
    }
    Read second = places[place ^ 1];
    return second != null && second.is(shape, in, from, to) ? second.value : null;
  }

  void put(Framed shape, byte[] in, int from, int to, Object value) {
    if (isOutside(from, to)) {
      return;
    }
    int place = place(in, from, to);
    if (places[place] != null && (places[place ^ 1] == null || isSecondNext)) {
      place ^= 1;
    }
    isSecondNext = !isSecondNext;
    places[place] = new Read(shape, Arrays.copyOfRange(in, from, to), value);
  }

  /** Short ones are as fast to read, and long ones would take too much memory. */
  private static boolean isOutside(int from, int to) {
    return to - from < LEAST_BYTES || to - from > MOST_BYTES;
  }

  private static int place(byte[] in, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + in[i];
    }
    hash *= 0x9E3779B9;
    return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
  }
}
