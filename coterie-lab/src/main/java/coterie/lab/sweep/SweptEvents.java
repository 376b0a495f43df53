package coterie.lab.sweep;

import coterie.core.TimeText;
import coterie.lab.chart.Axis;
import coterie.lab.chart.EventPlot;
import coterie.lab.report.Table;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The events of a sweep, one row each: as a table, as CSV, as JSON and as a chart. */
public final class SweptEvents {
  private final List<SweptEvent> events;
  private final List<String> counts;
  private final String never;

  /**
   * @param isCounter whether the protocol counts events, so that tests and rounds are known
   */
  public SweptEvents(List<SweptEvent> events, boolean isCounter) {
    this.events = List.copyOf(events);
    this.counts = isCounter ? List.of("tests", "rounds") : List.of("messages");
    this.never = isCounter ? "not diagnosed" : "not detected";
  }

  public void print(PrintWriter out) {
    List<String> head = new ArrayList<>(List.of("N", "event", "process", "at"));
    head.addAll(counts);
    head.add("latency");
    Table table = new Table(head.toArray(String[]::new));
    for (SweptEvent event : events) {
      List<Object> row = new ArrayList<>();
      row.add(event.nodes());
      row.add(event.event());
      row.add(event.process());
      row.add(rounded(event.atNanos()));
      counts.forEach(count -> row.add(count(event, count)));
      Long latency = event.latencyNanos();
      row.add(latency == null ? never : rounded(latency));
      table.add(row.toArray());
    }
    table.print(out, 3);
    String alone = alone();
    if (!alone.isEmpty()) {
      out.println();
      out.println(alone);
    }
  }

  /** Says in which groups a crash leaves one process; empty if there are none. */
  private String alone() {
    String sizes =
        events.stream()
            .filter(event -> event.correct() == 1)
            .map(event -> Integer.toString(event.nodes()))
            .distinct()
            .collect(Collectors.joining(", "));
    return sizes.isEmpty() ? "" : "N = " + sizes + ": a crash leaves only one correct process.";
  }

  public String csv() {
    StringBuilder text = new StringBuilder("nodes,event,process,at,");
    text.append(String.join(",", counts)).append(",latency\n");
    for (SweptEvent event : events) {
      text.append(event.nodes()).append(',').append(event.event());
      text.append(',').append(event.process());
      text.append(',').append(TimeText.format(event.atNanos()));
      counts.forEach(count -> text.append(',').append(count(event, count)));
      Long latency = event.latencyNanos();
      text.append(',').append(latency == null ? "" : TimeText.format(latency)).append('\n');
    }
    return text.toString();
  }

  public List<Map<String, @Nullable Object>> json() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (SweptEvent event : events) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("nodes", event.nodes());
      row.put("event", event.event());
      row.put("process", event.process());
      row.put("correct", event.correct());
      row.put("at", Json.time(event.atNanos()));
      counts.forEach(count -> row.put(count, count(event, count)));
      Long latency = event.latencyNanos();
      row.put("latency", latency == null ? null : Json.time(latency));
      rows.add(row);
    }
    return rows;
  }

  /** Every event is a dot over the size of its group. */
  public String svg(String title) {
    List<EventPlot.Panel> panels = new ArrayList<>();
    for (String count : counts) {
      panels.add(panel(count, count));
    }
    panels.add(panel("latency", null));
    long missing = events.stream().filter(event -> event.latencyNanos() == null).count();
    String foot = missing == 0 ? "" : "%d %s, which has no dot".formatted(missing, never);
    return EventPlot.svg(title, foot, panels);
  }

  private EventPlot.Panel panel(String name, @Nullable String count) {
    List<EventPlot.Dot> dots = new ArrayList<>();
    for (SweptEvent event : events) {
      if (event.latencyNanos() != null) {
        double value = count == null ? event.latency() : (double) count(event, count);
        String hint = "%s %s of %d: ".formatted(event.event(), event.process(), event.nodes());
        dots.add(
            new EventPlot.Dot(event.nodes(), value, event.isCrash(), hint + Axis.label(value)));
      }
    }
    return new EventPlot.Panel(name, dots);
  }

  private static long count(SweptEvent event, String count) {
    return Objects.requireNonNull(event.counts().get(count));
  }

  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e6) * 1_000_000);
  }
}
