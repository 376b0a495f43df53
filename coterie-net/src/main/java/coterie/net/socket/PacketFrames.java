package coterie.net.socket;

import coterie.net.metrics.Drop;
import coterie.wire.Sum;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes packets out of a stream: each is its length in four bytes, the sum of these, and itself.
 * What is said about a length costs nothing; memory is taken as bytes come, and all streams of a
 * node share a budget.
 *
 * <p>A wrong length would have its reader wait for bytes that never come, or begin the next packet
 * in the midst of one. So where the sum does not fit the stream ends, and a new one is opened.
 */
public final class PacketFrames {
  /** Also the most that one connection can hold. */
  static final int PACKET_MAX = 1 << 24;

  public static final int HEAD_BYTES = Integer.BYTES + Sum.BYTES;

  private static final int FIRST_BYTES = 1 << 13;

  /** How long the next read may wait. */
  public interface Patience {
    void waitAtMost(int millis) throws IOException;
  }

  /** The stream says what nobody says, or more than there is room for. */
  static final class FrameException extends IOException {
    private static final long serialVersionUID = 1;

    final Drop why;

    FrameException(Drop why) {
      super("a stream is given up: " + why);
      this.why = why;
    }
  }

  private final InputStream in;
  private final Patience patience;
  private final AtomicLong budget;
  private final int frameMillis;

  /**
   * Reads that stream.
   *
   * @param budget how many bytes may still be held
   * @param frameMillis a packet that has begun is complete after so long
   */
  public PacketFrames(InputStream in, Patience patience, AtomicLong budget, int frameMillis) {
    this.in = in;
    this.patience = patience;
    this.budget = budget;
    this.frameMillis = frameMillis;
  }

  public static void write(OutputStream out, byte[] packet) throws IOException {
    out.write(head(packet.length));
    out.write(packet);
  }

  public static byte[] head(int length) {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putInt(length);
    return head.putInt(Sum.of(head.array(), 0, Integer.BYTES)).array();
  }

  /** The next packet, which {@link #release} gives back to the budget. */
  public byte[] next(int idleMillis) throws IOException {
    patience.waitAtMost(idleMillis);
    int first = in.read();
    if (first < 0) {
      throw new EOFException();
    }
    long deadline = System.nanoTime() + frameMillis * 1_000_000L;
    byte[] head = new byte[HEAD_BYTES];
    head[0] = (byte) first;
    fill(head, 1, HEAD_BYTES, deadline);
    if (!Sum.fits(head, 0, HEAD_BYTES)) {
      throw new FrameException(Drop.DAMAGED);
    }
    int length = ByteBuffer.wrap(head).getInt();
    if (length < 1 || length > PACKET_MAX) {
      throw new FrameException(Drop.MALFORMED);
    }
    return body(length, deadline);
  }

  private byte[] body(int length, long deadline) throws IOException {
    byte[] body = new byte[0];
    boolean isComplete = false;
    try {
      int done = 0;
      while (done < length) {
        body = grow(body, Math.min(length, Math.max(FIRST_BYTES, 2 * done)));
        fill(body, done, body.length, deadline);
        done = body.length;
      }
      isComplete = true;
      return body;
    } finally {
      if (!isComplete) {
        release(body);
      }
    }
  }

  private byte[] grow(byte[] body, int size) throws FrameException {
    int more = size - body.length;
    if (budget.addAndGet(-more) < 0) {
      budget.addAndGet(more);
      throw new FrameException(Drop.TOO_MUCH);
    }
    return Arrays.copyOf(body, size);
  }

  public void release(byte[] packet) {
    budget.addAndGet(packet.length);
  }

  private void fill(byte[] target, int from, int to, long deadline) throws IOException {
    int at = from;
    while (at < to) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left < 1) {
        throw new FrameException(Drop.TOO_SLOW);
      }
      patience.waitAtMost((int) left);
      int count = in.read(target, at, to - at);
      if (count < 0) {
        throw new EOFException();
      }
      at += count;
    }
  }
}
