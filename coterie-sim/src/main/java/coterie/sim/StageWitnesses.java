package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;

/** All who look at a stage, as one. */
public final class StageWitnesses implements StageWitness {
  private final List<StageWitness> all = new ArrayList<>();
  private final List<StageWitness> ofNotes = new ArrayList<>();
  private final List<StageWitness> ofSends = new ArrayList<>();
  private final List<StageWitness> ofEvents = new ArrayList<>();

  public void add(StageWitness witness) {
    all.add(witness);
    addIf(NOTES, witness, ofNotes);
    addIf(SENDS, witness, ofSends);
    addIf(EVENTS, witness, ofEvents);
  }

  private static void addIf(int group, StageWitness witness, List<StageWitness> to) {
    if ((witness.wants() & group) != 0) {
      to.add(witness);
    }
  }

  @Override
  public int wants() {
    return ALL;
  }

  /** Returns whether somebody wants to know of every event. */
  public boolean watch() {
    return !ofEvents.isEmpty();
  }

  @Override
  public void faulted(long at, Fault fault) {
    all.forEach(witness -> witness.faulted(at, fault));
  }

  @Override
  public void restarted(long at, NodeId node) {
    all.forEach(witness -> witness.restarted(at, node));
  }

  @Override
  public void said(long at, String sentence) {
    all.forEach(witness -> witness.said(at, sentence));
  }

  @Override
  public void routed(long at, NodeId from, NodeId to, Message message, long afterNanos) {
    ofEvents.forEach(witness -> witness.routed(at, from, to, message, afterNanos));
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    ofEvents.forEach(witness -> witness.dropped(at, from, to, message, why));
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    ofNotes.forEach(witness -> witness.noted(at, node, channel, note));
  }

  @Override
  public void sent(long at, NodeId node, int channel, NodeId to, Message message) {
    ofSends.forEach(witness -> witness.sent(at, node, channel, to, message));
  }

  @Override
  public void received(long at, NodeId node, int channel, NodeId from, Message message) {
    ofEvents.forEach(witness -> witness.received(at, node, channel, from, message));
  }

  @Override
  public void unreachable(long at, NodeId node, int channel, NodeId to) {
    ofEvents.forEach(witness -> witness.unreachable(at, node, channel, to));
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    ofEvents.forEach(witness -> witness.expired(at, node, channel, alarm));
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    ofEvents.forEach(witness -> witness.durable(at, node, channel, name, value));
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    ofEvents.forEach(witness -> witness.held(at, node, channel, what));
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    ofEvents.forEach(witness -> witness.called(at, node, call));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    ofEvents.forEach(witness -> witness.answered(at, node, answer));
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    ofEvents.forEach(witness -> witness.handled(at, node, channel, protocol));
  }
}
