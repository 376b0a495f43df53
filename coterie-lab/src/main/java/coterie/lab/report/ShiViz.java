package coterie.lab.report;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.check.clock.CausalPast;
import coterie.sim.check.clock.TrueOrder;
import coterie.sim.trace.Lines;
import coterie.sim.trace.StampText;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as a log for ShiViz, which draws it in a browser: for every event a line with its process
 * and its vector time, and a line that says what happened. The times are those of the true
 * happened-before of the run, whatever clocks the protocol itself may have. What is held back
 * behind a save happens when it comes out. Alarms and saves are left out, and the stamps of one
 * event are one event.
 *
 * <p>I. Beschastnikh, P. Wang, Y. Brun, M. D. Ernst, "Debugging distributed systems",
 * Communications of the ACM 59(8), 2016.
 */
public final class ShiViz {
  /** How ShiViz finds host, clock and event: it takes the first line of a file for this. */
  public static final String PARSER = "(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)";

  /** No browser shows more. */
  public static final int EVENTS_MAX = 50_000;

  /** An event; of several stamps in a row, all words of the one event. */
  private record Entry(TraceEvent event, CausalPast past, @Nullable StampText stamp, String words) {
    boolean isFollowedBy(Entry next) {
      return stamp != null
          && next.stamp != null
          && stamp.event().equals(next.stamp.event())
          && event.atNanos() == next.event.atNanos();
    }
  }

  private final View members;
  private final @Nullable Entry[] last;
  private final List<Entry> entries = new ArrayList<>();
  private final int[] lastAt;
  private final List<List<Integer>> numbers = new ArrayList<>();
  private long leftOut;

  /** Listens from now on; to be called before the run. */
  public ShiViz(Stage stage) {
    this.members = stage.members();
    this.last = new Entry[members.size()];
    this.lastAt = new int[members.size()];
    for (int i = 0; i < members.size(); i++) {
      numbers.add(new ArrayList<>(List.of(0)));
    }
    new TrueOrder(stage, TrueOrder.Held.AT_RELEASE, this::happened);
  }

  /** How many events came after the first {@link #EVENTS_MAX} and are not in the log. */
  public long leftOut() {
    return leftOut;
  }

  /** The log. Its second line is empty, which means that it is of one run. */
  public String text() {
    StringBuilder log = new StringBuilder(PARSER).append("\n\n");
    for (Entry entry : entries) {
      log.append(members.at(entry.past.process())).append(' ');
      clock(log, entry.past);
      String time = TimeText.format(entry.event.atNanos());
      log.append('\n').append(time).append(' ').append(entry.words).append('\n');
    }
    return log.toString();
  }

  /** The events of a process are numbered without those that the log leaves out. */
  private void clock(StringBuilder log, CausalPast past) {
    String before = "{";
    for (int i = 0; i < past.size(); i++) {
      int number = numbers.get(i).get((int) past.count(i));
      if (number > 0) {
        log.append(before).append('"').append(members.at(i)).append("\":").append(number);
        before = ", ";
      }
    }
    log.append('}');
  }

  private void happened(TraceEvent event, CausalPast past) {
    if (leftOut > 0 || entries.size() == EVENTS_MAX) {
      leftOut++;
      return;
    }
    int process = past.process();
    List<Integer> counted = numbers.get(process);
    Entry entry = entry(event, past);
    Entry before = last[process];
    last[process] = entry;
    if (entry == null) {
      counted.add(counted.getLast());
    } else if (before != null && before.isFollowedBy(entry)) {
      counted.add(counted.getLast());
      entries.set(lastAt[process], joined(before, entry));
      last[process] = entries.get(lastAt[process]);
    } else {
      counted.add(counted.getLast() + 1);
      lastAt[process] = entries.size();
      entries.add(entry);
    }
  }

  /** The event has the past of its first stamp, which is that of the others. */
  private static Entry joined(Entry before, Entry entry) {
    StampText stamp = entry.stamp;
    String more = stamp == null ? "" : ", " + words(stamp);
    return new Entry(before.event, before.past, stamp, before.words + more);
  }

  private @Nullable Entry entry(TraceEvent event, CausalPast past) {
    return switch (event) {
      case TraceEvent.Expired expired -> null;
      case TraceEvent.Saved saved -> null;
      case TraceEvent.Noted noted -> noted(noted, past);
      default -> new Entry(event, past, null, oneLine(Lines.what(event)));
    };
  }

  private Entry noted(TraceEvent.Noted noted, CausalPast past) {
    NodeId node = noted.node();
    StampText stamp = StampText.of(noted.note(), node, members);
    return new Entry(
        noted,
        past,
        stamp,
        oneLine(stamp == null ? Lines.what(noted) : stamp.event() + ": " + words(stamp)));
  }

  private static String words(StampText stamp) {
    return stamp.clock() + " " + stamp.text();
  }

  private static String oneLine(String words) {
    return words.replaceAll("\\s+", " ");
  }
}
