package coterie.lab.live;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.recording.Entry;

/** What a process of a group tells the process that has started it. Times are of the run. */
public sealed interface Told {
  /** The port is open. */
  record Ready(Bytes address) implements Told {}

  /** A line of the recording of the node. */
  record Line(long atNanos, Entry entry) implements Told {}

  /**
   * A message goes no further, or goes twice.
   *
   * @param message the number of the message in this life, from 0
   * @param why the name of a reason to drop it; empty if it goes twice
   */
  record Fate(long message, NodeId to, String why) implements Told {}

  /** All that happened before has been told. */
  record Tick(
      long atNanos,
      long packetsSent,
      long bytesSent,
      long packetsReceived,
      long bytesReceived,
      long slowestSaveNanos)
      implements Told {}

  /**
   * It cannot go on.
   *
   * @param isRefusal whether it was asked for something that cannot be
   */
  record Failed(boolean isRefusal, String sentence) implements Told {}
}
