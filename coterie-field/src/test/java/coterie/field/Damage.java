package coterie.field;

import java.util.SplittableRandom;

/** What a network does to the bytes that pass through it. */
interface Damage {
  /** Leaves everything as it is. */
  Damage NONE = (random, bytes, count, isStream) -> 0;

  /**
   * Changes bytes in place.
   *
   * @param count the bytes that are in use: a datagram, or a part of a stream
   * @return the number of bits that were turned
   */
  int strike(SplittableRandom random, byte[] bytes, int count, boolean isStream);

  static void turn(byte[] bytes, int bit) {
    bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
  }

  /**
   * Turns one bit in a share of datagrams, and of bytes in streams.
   *
   * @param datagrams the share of datagrams
   * @param streamBytes the share of bytes in streams
   */
  static Damage anywhere(double datagrams, double streamBytes) {
    return (random, bytes, count, isStream) -> {
      if (!isStream) {
        if (count == 0 || random.nextDouble() >= datagrams) {
          return 0;
        }
        turn(bytes, random.nextInt(count * Byte.SIZE));
        return 1;
      }
      int turned = 0;
      for (int at = 0; at < count; at++) {
        if (random.nextDouble() < streamBytes) {
          turn(bytes, at * Byte.SIZE + random.nextInt(Byte.SIZE));
          turned++;
        }
      }
      return turned;
    };
  }
}
