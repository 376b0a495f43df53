package coterie.sim.trace;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Witness;
import coterie.sim.fault.Fault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run as a log for ShiViz, which draws it in a browser: for every event a line with its
 * process and its vector time, and a line that says what happened. The times are those of the true
 * happened-before of the run, whatever clocks the protocol itself may have.
 *
 * <p>An output that is held back behind a save belongs where it was made: what its process has
 * learned since then did not cause it. The stamps of one event are one event.
 *
 * <p>I. Beschastnikh, P. Wang, Y. Brun, M. D. Ernst, "Debugging distributed systems",
 * Communications of the ACM 59(8), 2016.
 */
public final class ShiViz implements Witness {
  /** How ShiViz finds host, clock and event; the first line of the file, which it looks for. */
  public static final String PARSER = "(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)";

  /** No browser shows more. */
  public static final int EVENTS_MAX = 50_000;

  private record Link(NodeId from, NodeId to, Message message) {}

  private static final class Event {
    final int host;
    final long[] clock;
    String text;
    @Nullable StampText stamp;
    boolean isLeftOut;

    Event(int host, long[] clock, String text) {
      this.host = host;
      this.clock = clock;
      this.text = text;
    }
  }

  private final View members;
  private final long[][] clocks;
  private final List<Deque<Event>> held = new ArrayList<>();
  private final @Nullable Event[] last;
  private final Map<Link, Deque<long[]>> underWay = new HashMap<>();
  private final Map<Link, long[]> arrived = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private long leftOut;

  public ShiViz(View members) {
    this.members = members;
    this.clocks = new long[members.size()][];
    for (int i = 0; i < members.size(); i++) {
      clocks[i] = new long[members.size()];
      held.add(new ArrayDeque<>());
    }
    this.last = new Event[members.size()];
  }

  /** How many events came after {@link #EVENTS_MAX} and are not in the log. */
  public long leftOut() {
    return leftOut;
  }

  @Override
  public void sent(long at, NodeId from, NodeId to, Message message) {
    Event event = output(from, text(at, "sends %s to %s".formatted(Lines.text(message), to)));
    underWay
        .computeIfAbsent(new Link(from, to, message), unused -> new ArrayDeque<>())
        .addLast(event.clock);
  }

  @Override
  public void received(long at, NodeId from, NodeId to, Message message) {
    Link link = new Link(from, to, message);
    long[] sent = take(link, false);
    long[] known = sent == null ? arrived.get(link) : sent;
    if (known != null) {
      arrived.put(link, known);
      long[] own = clocks[members.indexOf(to)];
      for (int i = 0; i < own.length; i++) {
        own[i] = Math.max(own[i], known[i]);
      }
    }
    add(to, text(at, "receives %s from %s".formatted(Lines.text(message), from)));
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    take(new Link(from, to, message), why == Drop.LOST || why == Drop.CUT || why == Drop.MUTE);
  }

  @Override
  public void held(long at, NodeId node) {
    held.get(members.indexOf(node)).addLast(add(node, ""));
  }

  @Override
  public void called(long at, NodeId node, String call) {
    add(node, text(at, "call " + call));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    add(node, text(at, "answers " + Lines.text(answer)));
  }

  @Override
  public void noted(long at, NodeId node, Note note) {
    StampText stamp = StampText.of(note, node, members);
    if (stamp == null) {
      output(node, text(at, Lines.text(note)));
      return;
    }
    Event before = last[members.indexOf(node)];
    String words = stamp.clock() + " " + stamp.text();
    Event event = output(node, text(at, stamp.event() + ": " + words));
    event.stamp = stamp;
    if (before != null
        && before.stamp != null
        && before.stamp.event().equals(stamp.event())
        && before.clock[before.host] + 1 == event.clock[event.host]) {
      event.text = before.text + ", " + words;
      before.isLeftOut = true;
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash(NodeId node, boolean keeping) -> {
        Deque<Event> lost = held.get(members.indexOf(node));
        lost.forEach(event -> event.isLeftOut = true);
        lost.clear();
        add(node, text(at, fault.text()));
      }
      case Fault.Recover(NodeId node) -> add(node, text(at, fault.text()));
      case Fault.Pause(NodeId node) -> add(node, text(at, fault.text()));
      case Fault.Resume(NodeId node) -> add(node, text(at, fault.text()));
      default -> {} // It is no event of a process.
    }
  }

  /** The log, with an empty second line, which says that it is of one run. */
  public String text() {
    held.forEach(outputs -> outputs.forEach(event -> event.isLeftOut = true));
    List<List<Integer>> numbers = numbers();
    StringBuilder log = new StringBuilder(PARSER).append("\n\n");
    for (Event event : events) {
      if (!event.isLeftOut) {
        log.append(members.at(event.host)).append(' ');
        append(log, event, numbers);
        log.append('\n').append(event.text).append('\n');
      }
    }
    return log.toString();
  }

  /** What is left out has no number: for every event of every host, its number or the next one. */
  private List<List<Integer>> numbers() {
    List<List<Integer>> numbers = new ArrayList<>();
    int[] count = new int[members.size()];
    for (int i = 0; i < members.size(); i++) {
      numbers.add(new ArrayList<>(List.of(0)));
    }
    for (Event event : events) {
      count[event.host] += event.isLeftOut ? 0 : 1;
      numbers.get(event.host).add(count[event.host]);
    }
    return numbers;
  }

  private void append(StringBuilder log, Event event, List<List<Integer>> numbers) {
    String comma = "{";
    for (int i = 0; i < event.clock.length; i++) {
      int number = numbers.get(i).get((int) event.clock[i]);
      if (number > 0) {
        log.append(comma).append('"').append(members.at(i)).append("\":").append(number);
        comma = ", ";
      }
    }
    log.append('}');
  }

  /** Something that the process has sent or noted, now or when it was held back. */
  private Event output(NodeId node, String text) {
    int index = members.indexOf(node);
    Event event = held.get(index).pollFirst();
    if (event == null) {
      return add(node, text);
    }
    event.text = text;
    last[index] = event;
    return event;
  }

  private Event add(NodeId node, String text) {
    int index = members.indexOf(node);
    boolean isShown = leftOut == 0 && events.size() < EVENTS_MAX;
    clocks[index][index]++;
    Event event = new Event(index, clocks[index].clone(), text);
    if (isShown) {
      events.add(event);
    } else {
      leftOut++;
    }
    last[index] = event;
    return event;
  }

  private long @Nullable [] take(Link link, boolean youngest) {
    Deque<long[]> clocksOfLink = underWay.get(link);
    if (clocksOfLink == null) {
      return null;
    }
    return youngest ? clocksOfLink.pollLast() : clocksOfLink.pollFirst();
  }

  private static String text(long at, String words) {
    return (TimeText.format(at) + " " + words).replaceAll("\\s+", " ");
  }
}
