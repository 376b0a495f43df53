package coterie.core;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that never change, as a field of a message. */
public final class Bytes {
  private static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Bytes none() {
    return NONE;
  }

  /** A copy of these. */
  public static Bytes of(byte... bytes) {
    return bytes.length == 0 ? NONE : new Bytes(bytes.clone());
  }

  /** A copy of a part: from one index up to, excluding, another. */
  public static Bytes of(byte[] bytes, int from, int to) {
    return from == to ? NONE : new Bytes(Arrays.copyOfRange(bytes, from, to));
  }

  public int size() {
    return bytes.length;
  }

  public byte at(int index) {
    return bytes[index];
  }

  /** Copies all of them to that place. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, bytes.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
