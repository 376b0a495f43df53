package coterie.lab.picture;

import coterie.core.EventCounter;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/** Writes traces of runs that never happened, in the order of the calls. */
public final class Script {
  public record Ask(int number) implements Message {}

  public record Answer(int number) implements Message {}

  public record Told(String what) implements Note {}

  public record Vector(List<Integer> counts) {}

  public final List<TraceEvent> events = new ArrayList<>();
  private long now;
  private int number;

  public static NodeId node(int value) {
    return new NodeId(value);
  }

  public Script at(double seconds) {
    now = (long) (seconds * TimeText.SECOND);
    return this;
  }

  public long now() {
    return now;
  }

  /** A test that ends at once. */
  Script test(int tester, int tested, int count) {
    Ask ask = new Ask(++number);
    events.add(new TraceEvent.Sent(now, node(tester), node(tested), ask));
    if (count % 2 == 0) {
      events.add(new TraceEvent.Received(now, node(tester), node(tested), ask));
      Answer answer = new Answer(number);
      events.add(new TraceEvent.Sent(now, node(tested), node(tester), answer));
      events.add(new TraceEvent.Received(now, node(tested), node(tester), answer));
    } else {
      events.add(new TraceEvent.Dropped(now, node(tester), node(tested), ask, Drop.DOWN));
      events.add(new TraceEvent.Unreachable(now, node(tester), node(tested)));
    }
    return note(tester, new EventCounter.Tested(node(tested), count));
  }

  Script learn(int who, int about, int count, int from) {
    return note(who, new EventCounter.Learned(node(about), count, node(from)));
  }

  public Script note(int who, Note note) {
    events.add(new TraceEvent.Noted(now, node(who), note));
    return this;
  }

  Script knows(int who, Integer... counts) {
    events.add(new TraceEvent.Knows(now, node(who), new Vector(List.of(counts))));
    return this;
  }

  public Script send(int from, int to, int message) {
    events.add(new TraceEvent.Sent(now, node(from), node(to), new Ask(message)));
    return this;
  }

  public Script receive(int from, int to, int message) {
    events.add(new TraceEvent.Received(now, node(from), node(to), new Ask(message)));
    return this;
  }

  public Script lose(int from, int to, int message) {
    events.add(new TraceEvent.Dropped(now, node(from), node(to), new Ask(message), Drop.LOST));
    return this;
  }

  public Script fault(Fault fault) {
    events.add(new TraceEvent.Faulted(now, fault));
    return this;
  }

  Script judge(Record verdict) {
    events.add(new TraceEvent.Judged(now, verdict));
    return this;
  }
}
