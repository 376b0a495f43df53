package coterie.lab.picture.instants;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.check.Moment;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The trace of a manual schedule, with the number of the chosen event in the place of the time: in
 * such a schedule time hardly moves, and each process has a clock of its own. So a picture has a
 * row for every chosen event, in their order.
 */
public final class EventOrder {
  private final List<TraceEvent> events = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private final Stage stage;

  /** To be made before the run, and told of all that happens in it. */
  public EventOrder(Stage stage) {
    this.stage = stage;
  }

  /** Adds what has happened at the current event. */
  public void add(TraceEvent event) {
    times.add(event.atNanos());
    events.add(at(rowNanos(), event));
  }

  /** Returns what happened, in rows. */
  public List<TraceEvent> events() {
    return events;
  }

  /** Returns the row of the last event so far. */
  public long rowNanos() {
    return stage.events() * TimeText.SECOND;
  }

  /** Returns from which row to which each process led. */
  public List<Reigns.Reign> reigns() {
    List<Reigns.Reign> reigns = new ArrayList<>();
    Map<NodeId, TraceEvent.Noted> leading = new LinkedHashMap<>();
    for (TraceEvent event : events) {
      if (event instanceof TraceEvent.Noted noted && noted.note() instanceof Note.Leads) {
        end(noted.node(), noted.atNanos(), leading, reigns);
        leading.put(noted.node(), noted);
      } else if (event instanceof TraceEvent.Noted noted
          && noted.note() instanceof Note.SteppedDown) {
        end(noted.node(), noted.atNanos(), leading, reigns);
      } else if (event instanceof TraceEvent.Faulted faulted
          && faulted.fault() instanceof Fault.Crash crash) {
        end(crash.node(), faulted.atNanos(), leading, reigns);
      }
    }
    List.copyOf(leading.keySet()).forEach(node -> end(node, rowNanos(), leading, reigns));
    return reigns;
  }

  private static void end(
      NodeId node, long at, Map<NodeId, TraceEvent.Noted> leading, List<Reigns.Reign> reigns) {
    TraceEvent.Noted since = leading.remove(node);
    if (since != null && since.note() instanceof Note.Leads leads) {
      reigns.add(new Reigns.Reign(node, leads.term(), since.atNanos(), at));
    }
  }

  /**
   * Returns the rows of moments in true time. Several events may have happened at that time: of
   * those the process's last note is meant, and for two moments of one process its last two.
   */
  public List<Moment> rows(List<Moment> moments) {
    List<Moment> rows = new ArrayList<>();
    for (Moment moment : moments.reversed()) {
      long row = row(moment, true, rows);
      rows.addFirst(new Moment(row < 0 ? row(moment, false, rows) : row, moment.node()));
    }
    return rows.stream().filter(moment -> moment.atNanos() >= 0).toList();
  }

  private long row(Moment moment, boolean isNoted, List<Moment> taken) {
    for (int i = events.size() - 1; i >= 0; i--) {
      TraceEvent event = events.get(i);
      boolean isIt =
          times.get(i) == moment.atNanos()
              && event instanceof TraceEvent.OfNode of
              && of.node().equals(moment.node())
              && event instanceof TraceEvent.Noted == isNoted
              && !(event instanceof TraceEvent.Knows);
      if (isIt && !taken.contains(new Moment(event.atNanos(), moment.node()))) {
        return event.atNanos();
      }
    }
    return -1;
  }

  private static TraceEvent at(long at, TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent e -> new TraceEvent.Sent(at, e.from(), e.to(), e.message());
      case TraceEvent.Received e -> new TraceEvent.Received(at, e.from(), e.to(), e.message());
      case TraceEvent.Dropped e ->
          new TraceEvent.Dropped(at, e.from(), e.to(), e.message(), e.why());
      case TraceEvent.Unreachable e -> new TraceEvent.Unreachable(at, e.node(), e.to());
      case TraceEvent.Expired e -> new TraceEvent.Expired(at, e.node(), e.alarm());
      case TraceEvent.Saved e -> new TraceEvent.Saved(at, e.node(), e.name(), e.value());
      case TraceEvent.Called e -> new TraceEvent.Called(at, e.node(), e.call());
      case TraceEvent.Answered e -> new TraceEvent.Answered(at, e.node(), e.answer());
      case TraceEvent.Noted e -> new TraceEvent.Noted(at, e.node(), e.note());
      case TraceEvent.Faulted e -> new TraceEvent.Faulted(at, e.fault());
      case TraceEvent.Said e -> new TraceEvent.Said(at, e.sentence());
      case TraceEvent.Knows e -> new TraceEvent.Knows(at, e.node(), e.state());
      case TraceEvent.Judged e -> new TraceEvent.Judged(at, e.verdict());
    };
  }
}
