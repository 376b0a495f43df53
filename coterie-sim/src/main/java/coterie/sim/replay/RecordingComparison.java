package coterie.sim.replay;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Storage;
import coterie.kernel.Kernel;
import coterie.kernel.Witness;
import coterie.recording.Entry;
import coterie.wire.Codec;

/** Holds what the protocols ask for against what the recording says that they asked for. */
record RecordingComparison(Tape tape, Kernel kernel) implements Witness {
  @Override
  public int wants() {
    return ASKS;
  }

  @Override
  public void sending(NodeId node, int channel, NodeId to, Message message) {
    tape.expect(new Entry.Sent(channel, to, encoded(kernel.families().get(channel), message)));
  }

  private static <M> Bytes encoded(Class<M> family, Message message) {
    return Bytes.of(Codec.of(family).encode(family.cast(message)));
  }

  @Override
  public void noting(NodeId node, int channel, Note note) {
    tape.expect(new Entry.Noted(channel, note.toString()));
  }

  @Override
  public void saving(NodeId node, int channel, String name, Record value) {
    tape.expect(
        value instanceof Storage.Batch batch
            ? new Entry.Storing(channel, name, batch)
            : new Entry.Saving(channel, name, value.toString()));
  }

  @Override
  public void alarmStarted(NodeId node, int channel, String alarm, long delayNanos) {
    tape.expect(new Entry.AlarmStarted(channel, alarm, delayNanos));
  }

  @Override
  public void alarmStopped(NodeId node, int channel, String alarm) {
    tape.expect(new Entry.AlarmStopped(channel, alarm));
  }
}
