package coterie.net.socket;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/** A packet on its way over TCP: to whom, and for which channel, if a protocol has sent it. */
final class QueuedPacket {
  private final byte[] bytes;
  private final @Nullable NodeId to;
  private final int channel;
  private final boolean isAgain;

  QueuedPacket(byte[] bytes, @Nullable NodeId to, int channel, boolean isAgain) {
    this.bytes = bytes;
    this.to = to;
    this.channel = channel;
    this.isAgain = isAgain;
  }

  byte[] bytes() {
    return bytes;
  }

  @Nullable NodeId to() {
    return to;
  }

  int channel() {
    return channel;
  }

  /** Whether it has been tried before. */
  boolean isAgain() {
    return isAgain;
  }

  QueuedPacket again() {
    return new QueuedPacket(bytes, to, channel, true);
  }
}
