package coterie.sim.check.clock;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.Stored;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows of every event of a run what happened before it: earlier events of its process, and of a
 * message's arrival its sending. No process sees this; clocks are measured against it.
 *
 * <p>A message that is sent again as the same object counts as sent when it first was: what really
 * happened before its arrival is then never claimed in excess.
 */
public final class TrueOrder implements StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  /** Hears of every event, in the order in which they are seen. */
  @FunctionalInterface
  public interface Sink {
    void happened(TraceEvent event, CausalPast past);
  }

  /** When something happens that is held back behind a save. */
  public enum Held {
    /** When the process has decided on it: a clock was read then. */
    AT_DECISION,

    /** When it comes out: nobody could see it before, and it may never come out. */
    AT_RELEASE
  }

  private final View members;
  private final Held held;
  private final Sink sink;
  private final CausalPast[] pasts;

  /** What each process knew when it last let anybody see something. */
  private final CausalPast[] shown;

  /** What each process knew before the message that it handles, or handled last. */
  private final CausalPast[] before;

  /** Something that is held back, and the past that it has. */
  private record Decided(Object what, CausalPast past) {}

  private final List<Deque<Decided>> waiting = new ArrayList<>();
  private final SendingPasts sendings = new SendingPasts();

  /** Listens from now on; to be called before the run. */
  public TrueOrder(Stage stage, Held held, Sink sink) {
    this.members = stage.members();
    this.held = held;
    this.sink = sink;
    this.pasts = new CausalPast[members.size()];
    for (int i = 0; i < pasts.length; i++) {
      pasts[i] = new CausalPast(i, pasts.length);
      waiting.add(new ArrayDeque<>());
    }
    this.shown = pasts.clone();
    this.before = pasts.clone();
    stage.watch(this);
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    if (held == Held.AT_DECISION) {
      waiting.get(members.indexOf(node)).add(new Decided(what, decided(node, what)));
    }
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    CausalPast past = output(from, message);
    sendings.sent(from, to, message, past);
    sink.happened(new TraceEvent.Sent(at, from, to, message), past);
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    CausalPast heard = sendings.of(from, to, message);
    if (heard == null) {
      throw new IllegalStateException("received and never sent: " + message);
    }
    int index = members.indexOf(to);
    before[index] = pasts[index];
    pasts[index] = pasts[index].next(heard);
    sink.happened(new TraceEvent.Received(at, from, to, message), pasts[index]);
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    sink.happened(new TraceEvent.Noted(at, node, note), output(node, note));
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    sink.happened(new TraceEvent.Expired(at, node, alarm), step(node));
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    sink.happened(new TraceEvent.Saved(at, node, name, Stored.of(value)), step(node));
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    sink.happened(new TraceEvent.Called(at, node, call.toString()), step(node));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    sink.happened(new TraceEvent.Answered(at, node, answer), step(node));
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> {
        int index = members.indexOf(crash.node());
        waiting.get(index).clear();
        pasts[index] = pasts[index].forgetting(shown[index]);
        sink.happened(new TraceEvent.Faulted(at, fault), step(crash.node()));
      }
      case Fault.Recover recover ->
          sink.happened(new TraceEvent.Faulted(at, fault), step(recover.node()));
      // The rest happens to nobody in particular.
      case Fault.Pause pause -> {}
      case Fault.Resume resume -> {}
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  /** What a process sends or notes now, or has decided on before if it was held back. */
  private CausalPast output(NodeId node, Object what) {
    int index = members.indexOf(node);
    CausalPast held = released(waiting.get(index), what);
    CausalPast past = held == null ? decided(node, what) : held;
    if (past.number() > shown[index].number()) { // Another protocol may have shown more already.
      shown[index] = past;
    }
    return past;
  }

  /** The same object may wait more than once, as a message to several does. */
  @SuppressWarnings("ReferenceEquality") // An equal one may have been decided on at another time.
  private static @Nullable CausalPast released(Deque<Decided> waiting, Object what) {
    Iterator<Decided> each = waiting.iterator();
    while (each.hasNext()) {
      Decided one = each.next();
      if (one.what == what) {
        each.remove();
        return one.past;
      }
    }
    return null;
  }

  /** A process that refuses a message has not learned from it. */
  private CausalPast decided(NodeId node, Object what) {
    int index = members.indexOf(node);
    if (what instanceof Note.BadMessage) {
      pasts[index] = pasts[index].forgetting(before[index]);
    }
    return step(node);
  }

  private CausalPast step(NodeId node) {
    int index = members.indexOf(node);
    pasts[index] = pasts[index].next();
    return pasts[index];
  }
}
