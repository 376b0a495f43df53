package coterie.sim.explore.local;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.kernel.Witness;
import coterie.sim.explore.Observation;
import java.util.ArrayList;
import java.util.List;

/** Writes down what is observed in a step. */
final class StepWitness implements Witness {
  private final List<Observation> seen = new ArrayList<>();
  private long incarnation;
  private boolean isMuted;

  List<Observation> seen() {
    return seen;
  }

  void clear() {
    seen.clear();
  }

  /** Writes nothing down, since it is known already. */
  void mute(boolean muted) {
    isMuted = muted;
  }

  void starts(NodeId node, long newIncarnation) {
    incarnation = newIncarnation;
  }

  @Override
  public int wants() {
    return ALL;
  }

  @Override
  public void starting(long at, NodeId node) {
    if (!isMuted) {
      seen.add(new Observation.Started(node, incarnation));
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (!isMuted) {
      seen.add(new Observation.Noted(node, channel, note));
    }
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    if (!isMuted) {
      seen.add(new Observation.Held(node, channel, what));
    }
  }

  @Override
  public void sent(long at, NodeId node, int channel, NodeId to, Message message) {
    if (!isMuted) {
      seen.add(new Observation.Sent(node, channel, to, message));
    }
  }

  @Override
  public void received(long at, NodeId node, int channel, NodeId from, Message message) {
    if (!isMuted) {
      seen.add(new Observation.Received(node, channel, from, message));
    }
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    if (!isMuted) {
      seen.add(new Observation.Called(node, call));
    }
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    if (!isMuted) {
      seen.add(new Observation.Answered(node, answer));
    }
  }
}
