package coterie.recording;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Storage;
import java.util.List;

/**
 * One line of a recording. An input is followed by what the protocols asked for while they handled
 * it and by what they did, in the order in which they did it. Messages are the bytes of their
 * channel's family; notes and stable values that were saved are text, as they are only compared.
 */
public sealed interface Entry {
  /** A setting of a stack. */
  record Value(String name, String text) {}

  /**
   * A life of a node begins; the rest of the file, up to the next life, is about it.
   *
   * @param stack the name of a recipe, or of other blueprints
   */
  record Life(
      String cluster,
      NodeId self,
      long incarnation,
      String stack,
      List<Value> settings,
      List<NodeId> members)
      implements Entry {
    public Life {
      settings = List.copyOf(settings);
      members = List.copyOf(members);
    }

    Life withIncarnation(long newIncarnation) {
      return new Life(cluster, self, newIncarnation, stack, settings, members);
    }
  }

  /**
   * Something that happens to the node, at a time of its own clock, which does not move during the
   * event.
   */
  sealed interface Input extends Entry {
    long atNanos();
  }

  /** The protocols are built and started. */
  record Started(long atNanos) implements Input {}

  record Received(long atNanos, int channel, NodeId from, Bytes message) implements Input {}

  record Unreachable(long atNanos, int channel, NodeId to) implements Input {}

  record Expired(long atNanos, int channel, String alarm) implements Input {}

  record Saved(long atNanos, int channel, String name) implements Input {}

  record Stored(long atNanos, int channel, String name) implements Input {}

  /** A call in the words of a scenario, or in words that only the caller understood. */
  record Called(long atNanos, String words) implements Input {}

  /** A {@link coterie.core.Call}: the name of its class, and its fields. */
  record CalledWith(long atNanos, String type, Bytes call) implements Input {}

  /** The life is over. */
  record Ended(long atNanos) implements Input {}

  /** What a protocol asked for, and was told. */
  sealed interface Answer extends Entry {}

  /** What a stable value held when it was opened: nothing, or one value. */
  record Kept(int channel, String name, List<Bytes> value) implements Answer {
    public Kept {
      value = List.copyOf(value);
    }
  }

  record Shelved(int channel, String name, Storage.Batch content) implements Answer {}

  record Drew(long bound, long value) implements Answer {}

  record ReadWall(long millis) implements Answer {}

  /** What a protocol did. */
  sealed interface Output extends Entry {}

  /** It may have gone out later, behind a save. */
  record Sent(int channel, NodeId to, Bytes message) implements Output {}

  record Noted(int channel, String note) implements Output {}

  record Saving(int channel, String name, String value) implements Output {}

  record Storing(int channel, String name, Storage.Batch batch) implements Output {}

  record AlarmStarted(int channel, String alarm, long delayNanos) implements Output {}

  /** It was running before. */
  record AlarmStopped(int channel, String alarm) implements Output {}

  /** The handler, or the method that was called, has thrown something. */
  record Threw() implements Output {}

  /** The disk could not follow: that many entries, or more, are missing here. */
  record Missing(long entries) implements Entry {}
}
