package coterie.sim.trace;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.sim.StageWitness;
import coterie.sim.Stored;
import coterie.sim.fault.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns what a witness sees into trace events of the wanted kinds. The state of a protocol is told
 * after a handler that noted something or changed it.
 */
public final class Trace implements StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  private final Set<Kind> shown;
  private final Consumer<TraceEvent> sink;
  private final Map<Protocol<?>, Record> states = new HashMap<>();
  private boolean noted;

  public Trace(Set<Kind> shown, Consumer<TraceEvent> sink) {
    this.shown = shown;
    this.sink = sink;
  }

  /** Adds what a checker found. */
  public void judged(long at, Record verdict) {
    add(new TraceEvent.Judged(at, verdict));
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    add(new TraceEvent.Sent(at, from, to, message));
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    add(new TraceEvent.Received(at, from, to, message));
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    add(new TraceEvent.Dropped(at, from, to, message, why));
  }

  @Override
  public void unreachable(long at, NodeId node, int channel, NodeId to) {
    add(new TraceEvent.Unreachable(at, node, to));
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    add(new TraceEvent.Expired(at, node, alarm));
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    add(new TraceEvent.Saved(at, node, name, Stored.of(value)));
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    add(new TraceEvent.Called(at, node, call.toString()));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    add(new TraceEvent.Answered(at, node, answer));
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    noted = true;
    add(new TraceEvent.Noted(at, node, note));
  }

  @Override
  public void faulted(long at, Fault fault) {
    add(new TraceEvent.Faulted(at, fault));
  }

  @Override
  public void said(long at, String sentence) {
    add(new TraceEvent.Said(at, sentence));
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    if (!shown.contains(Kind.STATES)) {
      return;
    }
    Record state = protocol.state();
    if (state != null && (noted || !state.equals(states.get(protocol)))) {
      states.put(protocol, state);
      add(new TraceEvent.Knows(at, node, state));
    }
    noted = false;
  }

  private void add(TraceEvent event) {
    if (shown.contains(Kind.of(event))) {
      sink.accept(event);
    }
  }
}
