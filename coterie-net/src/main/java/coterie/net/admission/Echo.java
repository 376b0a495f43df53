package coterie.net.admission;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** What the answer to a greeting repeats of it. */
public final class Echo {
  /** The first version whose answers repeat a hash; before it they repeated the last bytes. */
  private static final int HASHED_VERSION = 3;

  private Echo() {}

  /**
   * What an answer to that packet repeats: two sums, whose polynomials have nothing in common, so
   * that eight random bytes in the packet make all 64 bits of it random.
   */
  public static long of(byte[] bytes, int from, int to) {
    if (from == to || bytes[from] < HASHED_VERSION) {
      return to - from < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getLong(to - Long.BYTES);
    }
    CRC32 first = new CRC32();
    first.update(bytes, from, to - from);
    CRC32C second = new CRC32C();
    second.update(bytes, from, to - from);
    return first.getValue() << Integer.SIZE | second.getValue();
  }
}
