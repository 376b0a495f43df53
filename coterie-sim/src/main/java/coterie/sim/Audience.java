package coterie.sim;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;

/** All who hear or see a run, as one; an empty audience costs one look at a field. */
public final class Audience implements Witness {
  private final List<Listener> listeners = new ArrayList<>();
  private final List<OfSends> counters = new ArrayList<>();
  private final List<Witness> witnesses = new ArrayList<>();

  public void add(Listener listener) {
    listeners.add(listener);
    if (listener instanceof OfSends counter) {
      counters.add(counter);
    }
    if (listener instanceof Witness witness) {
      witnesses.add(witness);
    }
  }

  /** Whether somebody wants to know of notes and faults. */
  public boolean hears() {
    return !listeners.isEmpty();
  }

  /** Whether somebody wants to know of messages when they are sent. */
  public boolean counts() {
    return !counters.isEmpty();
  }

  /** Whether somebody wants to know of everything. */
  public boolean watches() {
    return !witnesses.isEmpty();
  }

  @Override
  public void noted(long at, NodeId node, Note note) {
    // By index: an iterator for every note would be garbage.
    for (int i = 0; i < listeners.size(); i++) {
      listeners.get(i).noted(at, node, note);
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    listeners.forEach(listener -> listener.faulted(at, fault));
  }

  @Override
  public void restarted(long at, NodeId node) {
    listeners.forEach(listener -> listener.restarted(at, node));
  }

  @Override
  public void sent(long at, NodeId from, NodeId to, Message message) {
    for (int i = 0; i < counters.size(); i++) {
      counters.get(i).sent(at, from, to, message);
    }
  }

  @Override
  public void received(long at, NodeId from, NodeId to, Message message) {
    witnesses.forEach(witness -> witness.received(at, from, to, message));
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    witnesses.forEach(witness -> witness.dropped(at, from, to, message, why));
  }

  @Override
  public void unreachable(long at, NodeId node, NodeId to) {
    witnesses.forEach(witness -> witness.unreachable(at, node, to));
  }

  @Override
  public void expired(long at, NodeId node, String alarm) {
    witnesses.forEach(witness -> witness.expired(at, node, alarm));
  }

  @Override
  public void saved(long at, NodeId node, String name, Record value) {
    witnesses.forEach(witness -> witness.saved(at, node, name, value));
  }

  @Override
  public void held(long at, NodeId node, Object what) {
    witnesses.forEach(witness -> witness.held(at, node, what));
  }

  @Override
  public void called(long at, NodeId node, String call) {
    witnesses.forEach(witness -> witness.called(at, node, call));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    witnesses.forEach(witness -> witness.answered(at, node, answer));
  }

  @Override
  public void said(long at, String sentence) {
    witnesses.forEach(witness -> witness.said(at, sentence));
  }

  @Override
  public void handled(long at, NodeId node, Protocol<?> protocol) {
    witnesses.forEach(witness -> witness.handled(at, node, protocol));
  }
}
