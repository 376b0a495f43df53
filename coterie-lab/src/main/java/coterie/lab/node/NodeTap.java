package coterie.lab.node;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.net.Tap;
import coterie.sim.trace.Trace;

/** What a member does, as a trace of it. */
final class NodeTap implements Tap {
  private final Trace trace;

  NodeTap(Trace trace) {
    this.trace = trace;
  }

  @Override
  public void received(long at, NodeId self, NodeId from, int channel, Message message) {
    trace.received(at, from, self, message);
  }

  @Override
  public void unreachable(long at, NodeId self, NodeId to, int channel) {
    trace.unreachable(at, self, to);
  }

  @Override
  public void expired(long at, NodeId self, int channel, String alarm) {
    trace.expired(at, self, alarm);
  }

  @Override
  public void saved(long at, NodeId self, int channel, String name, Record value) {
    trace.saved(at, self, name, value);
  }

  @Override
  public void called(long at, NodeId self, String call) {
    trace.called(at, self, call);
  }

  @Override
  public void answered(long at, NodeId self, Object answer) {
    trace.answered(at, self, answer);
  }

  @Override
  public void handled(long at, NodeId self, Protocol<?> protocol) {
    trace.handled(at, self, protocol);
  }

  @Override
  public void sent(long at, NodeId self, NodeId to, int channel, Message message) {
    trace.sent(at, self, to, message);
  }

  @Override
  public void noted(long at, NodeId self, int channel, Note note) {
    trace.noted(at, self, note);
  }
}
