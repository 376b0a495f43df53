package coterie.wire;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.nio.charset.StandardCharsets;

/** How many bytes a field takes. The names are those that generated code calls. */
final class Size {
  static final int NODE = 8;

  /** Up to here a loop over the characters is faster than the JDK's encoding into a new array. */
  static final int SHORT_TEXT = 16;

  private Size() {}

  /** Of a number from 0, seven bits a byte. */
  static int varint(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  static int of(long value) {
    return varint(zigzag(value));
  }

  static int of(int value) {
    return varint(zigzag(value));
  }

  static int of(short value) {
    return varint(zigzag(value));
  }

  static int of(byte value) {
    return Byte.BYTES;
  }

  static int of(boolean value) {
    return 1;
  }

  static int of(double value) {
    return Double.BYTES;
  }

  static int of(float value) {
    return Float.BYTES;
  }

  static int of(NodeId value) {
    return NODE;
  }

  static int of(Bytes value) {
    return varint(value.size()) + value.size();
  }

  static int of(String value) {
    int length = value.length();
    if (length > SHORT_TEXT || !isAscii(value, length)) {
      length = value.getBytes(StandardCharsets.UTF_8).length;
    }
    return varint(length) + length;
  }

  private static boolean isAscii(String value, int length) {
    for (int i = 0; i < length; i++) {
      if (value.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Numbers near 0, of either sign, become small numbers from 0. */
  static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
