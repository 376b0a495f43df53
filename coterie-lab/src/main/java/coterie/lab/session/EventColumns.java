package coterie.lab.session;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run as columns of numbers, little-endian, one column after the other, so that a
 * page reads them as typed arrays: time in nanoseconds (float64), paired event (int32), label
 * (int32), number among its like (int32), node (int16), peer (int16), kind, channel and flags (a
 * byte each). -1 stands for none.
 */
final class EventColumns {
  /** What happened changed nothing: no note, no save, no other state. */
  static final int ROUTINE = 1;

  /** The event takes part in a broken promise. */
  static final int CONFLICT = 2;

  /** A message that has arrived before arrives once more. */
  static final int AGAIN = 4;

  private static final int ROW = 27;

  private final EventLog log;
  private final int size;
  private final List<String> labels = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final int[] label;
  private final int[] number;
  private final boolean[] isRoutine;
  private final Set<Integer> conflicts;

  EventColumns(EventLog log, Set<Integer> conflicts) {
    this.log = log;
    this.size = log.size();
    this.conflicts = conflicts;
    this.label = new int[size];
    this.number = new int[size];
    this.isRoutine = RoutineEvents.of(log);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < size; i++) {
      TraceEvent event = log.get(i);
      label[i] = place(text(event));
      number[i] = counts.merge(like(event, label[i]), 1, Integer::sum);
    }
    for (int i = 0; i < size; i++) { // An arrival has the number of its sending.
      boolean isEnd =
          log.get(i) instanceof TraceEvent.Received || log.get(i) instanceof TraceEvent.Dropped;
      if (isEnd) {
        number[i] = log.pair(i) < 0 ? -1 : number[log.pair(i)];
      }
    }
  }

  private int place(String text) {
    return places.computeIfAbsent(
        text,
        key -> {
          labels.add(key);
          return labels.size() - 1;
        });
  }

  private static String text(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfMessage of -> of.message().getClass().getSimpleName();
      case TraceEvent.Noted noted -> noted.note().getClass().getSimpleName();
      case TraceEvent.Expired expired -> expired.alarm();
      case TraceEvent.Saved saved -> saved.name();
      case TraceEvent.Called called -> called.call();
      case TraceEvent.Answered answered -> "answer";
      case TraceEvent.Unreachable unreachable -> "unreachable";
      case TraceEvent.Faulted faulted -> faulted.fault().text();
      case TraceEvent.Said said -> said.sentence();
      case TraceEvent.Knows knows -> KnownStates.name(knows.state());
      case TraceEvent.Judged judged -> judged.verdict().getClass().getSimpleName();
    };
  }

  private static String like(TraceEvent event, int label) {
    return switch (event) {
      case TraceEvent.Sent sent -> label + ">" + sent.from() + ">" + sent.to();
      case TraceEvent.Expired expired -> label + "!" + expired.node();
      default -> label + "?" + EventKind.of(event);
    };
  }

  int size() {
    return size;
  }

  List<String> labels() {
    return labels;
  }

  String label(int index) {
    return labels.get(label[index]);
  }

  /** Returns the words by which a scenario names the message or the alarm; null for others. */
  @Nullable String messageName(int index) {
    String name =
        switch (log.get(index)) {
          case TraceEvent.OfMessage of when number[index] > 0 && !of.from().equals(of.to()) ->
              "%s %s -> %s".formatted(label(index), of.from(), of.to());
          case TraceEvent.Expired expired ->
              "alarm %s of %s".formatted(label(index), expired.node());
          default -> null;
        };
    return name == null || number[index] == 1 ? name : name + " #" + number[index];
  }

  byte[] bytes() {
    byte[] bytes = new byte[ROW * size];
    for (int i = 0; i < size; i++) {
      TraceEvent event = log.get(i);
      put(bytes, 8 * i, Double.doubleToLongBits((double) event.atNanos()), 8);
      put(bytes, 8 * size + 4 * i, log.pair(i), 4);
      put(bytes, 12 * size + 4 * i, label[i], 4);
      put(bytes, 16 * size + 4 * i, number[i], 4);
      put(bytes, 20 * size + 2 * i, place(node(event)), 2);
      put(bytes, 22 * size + 2 * i, place(peer(event)), 2);
      bytes[24 * size + i] = (byte) EventKind.of(event).code();
      bytes[25 * size + i] = (byte) log.channel(i);
      bytes[26 * size + i] = (byte) flags(i);
    }
    return bytes;
  }

  private int flags(int index) {
    boolean isAgain =
        log.get(index) instanceof TraceEvent.Received
            && log.pair(index) >= 0
            && log.pair(log.pair(index)) != index;
    return (isRoutine[index] ? ROUTINE : 0)
        | (conflicts.contains(index) ? CONFLICT : 0)
        | (isAgain ? AGAIN : 0);
  }

  private static void put(byte[] bytes, int at, long value, int length) {
    for (int i = 0; i < length; i++) {
      bytes[at + i] = (byte) (value >>> (8 * i));
    }
  }

  private int place(@Nullable NodeId node) {
    return node == null ? -1 : log.members().indexOf(node);
  }

  private static @Nullable NodeId node(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfNode of -> of.node();
      case TraceEvent.Dropped dropped -> dropped.to();
      case TraceEvent.Faulted faulted ->
          faulted.fault() instanceof Fault.OfNode of ? of.node() : null;
      default -> null;
    };
  }

  private static @Nullable NodeId peer(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent sent -> sent.to();
      case TraceEvent.Received received -> received.from();
      case TraceEvent.Dropped dropped -> dropped.from();
      case TraceEvent.Unreachable unreachable -> unreachable.to();
      default -> null;
    };
  }
}
