package coterie.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that never change, as a field of a message. Ordered byte by byte, unsigned. */
public final class Bytes implements Comparable<Bytes> {
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

  /** The characters as UTF-8. */
  public static Bytes utf8(String text) {
    return text.isEmpty() ? NONE : new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes read as UTF-8; what is not UTF-8 becomes a replacement character. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
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
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
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
