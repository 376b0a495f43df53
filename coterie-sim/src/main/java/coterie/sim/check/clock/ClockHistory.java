package coterie.sim.check.clock;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.clock.Causality.Reading;
import coterie.sim.trace.StampText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The events of a run as a table: the stamps of all clocks, and with what each is concurrent. */
final class ClockHistory {
  private static final List<String> KNOWN =
      List.of(Note.PHYSICAL, StampText.LAMPORT, Note.VECTOR, StampText.HYBRID);

  private record Event(String name, NodeId node) {}

  private final Causality judge;
  private final View members;
  private final List<String> clocks;

  ClockHistory(Causality judge, View members) {
    this.judge = judge;
    this.members = members;
    this.clocks =
        judge.clocks().stream().sorted(Comparator.comparingInt(ClockHistory::rank)).toList();
  }

  /** In the order in which they are explained: each mends what is wrong with the one before. */
  static int rank(String clock) {
    int index = KNOWN.indexOf(clock);
    return index < 0 ? KNOWN.size() : index;
  }

  void addTo(ReportText text, int eventsMax) {
    Map<Event, Map<String, Reading>> events = events();
    List<String> head = new ArrayList<>(List.of("event", "process"));
    head.addAll(clocks);
    head.add("concurrent with");
    Rows rows = text.table(head.size(), head.toArray(String[]::new));
    events.entrySet().stream()
        .limit(eventsMax)
        .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue(), events)));
    if (events.size() > eventsMax) {
      text.line("... and %d more; --jsonl has them.", events.size() - eventsMax);
    }
  }

  /** In the order in which they truly happened. */
  private Map<Event, Map<String, Reading>> events() {
    Map<Event, Map<String, Reading>> events = new LinkedHashMap<>();
    for (String clock : clocks) {
      for (Reading reading : judge.readings(clock)) {
        Event event = new Event(reading.event(), reading.node());
        events.computeIfAbsent(event, key -> new LinkedHashMap<>()).putIfAbsent(clock, reading);
      }
    }
    return events;
  }

  private Object[] row(
      Event event, Map<String, Reading> readings, Map<Event, Map<String, Reading>> all) {
    List<Object> cells = new ArrayList<>(List.of(event.name, event.node));
    for (String clock : clocks) {
      Reading reading = readings.get(clock);
      cells.add(reading == null ? "-" : text(clock, reading));
    }
    cells.add(concurrent(event, readings, all));
    return cells.toArray();
  }

  private String text(String clock, Reading reading) {
    Note note =
        reading.stamp() == null
            ? new Note.Versioned(clock, reading.event(), reading.vector())
            : new Note.Stamped(clock, reading.event(), reading.stamp());
    return Objects.requireNonNull(StampText.of(note, reading.node(), members)).text();
  }

  private static String concurrent(
      Event event, Map<String, Reading> readings, Map<Event, Map<String, Reading>> all) {
    Reading one = readings.values().iterator().next();
    String names =
        all.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(event))
            .filter(entry -> isConcurrent(one, entry.getValue().values().iterator().next()))
            .map(entry -> entry.getKey().name)
            .collect(Collectors.joining(" "));
    return names.isEmpty() ? "-" : names;
  }

  private static boolean isConcurrent(Reading one, Reading other) {
    return !one.past().possiblyBefore(other.past()) && !other.past().possiblyBefore(one.past());
  }
}
