package coterie.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The last four bytes of a packet that is not sealed: the CRC-32C of all before them (RFC 3720,
 * section 12.1). It tells every turned bit, and any two or three of them in packets of up to 16
 * MiB; it does not protect from anybody who wants to deceive.
 */
public final class Sum {
  public static final int BYTES = Integer.BYTES;

  private Sum() {}

  /** Appends the sum of all that was written. */
  public static void append(Output packet) {
    packet.putFixed(of(packet.buffer(), 0, packet.size()));
  }

  /** Whether the packet that stands there ends with its sum. */
  public static boolean fits(byte[] bytes, int from, int to) {
    int end = to - BYTES;
    return end >= from && of(bytes, from, end) == ByteBuffer.wrap(bytes).getInt(end);
  }

  /** The sum of these bytes. */
  public static int of(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
