package coterie.lab.sweep;

import coterie.core.TimeText;
import coterie.lab.campaign.Digest;
import coterie.lab.chart.Axis;
import coterie.lab.chart.Chart;
import coterie.lab.report.Column;
import coterie.lab.report.Csv;
import coterie.lab.report.Figures;
import coterie.lab.report.JsonRows;
import coterie.lab.report.Table;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep came to, with a row for every size of the group or for every event: as a table, as
 * CSV, as JSON and as a chart.
 *
 * @param seed the first of the seeds
 * @param isCounter whether the protocol counts events, so that tests and rounds are known
 * @param isEach whether every event has a row
 */
public record SweepReport(
    String protocol, long seed, int seeds, List<Sweep> sweeps, boolean isCounter, boolean isEach)
    implements Figures {
  private List<Column<Sweep>> sizeColumns() {
    String unknown = isCounter ? "undiagnosed" : "undetected";
    List<Column<Sweep>> columns = new ArrayList<>();
    columns.add(Column.<Sweep>of("nodes", Sweep::size).shown("N", sweep -> "" + sweep.size()));
    columns.add(
        Column.<Sweep>of("events", Sweep::events).shown("events", sweep -> "" + sweep.events()));
    columns.add(
        Column.<Sweep>of(unknown, Sweep::undiagnosed)
            .shown(unknown, sweep -> "" + sweep.undiagnosed()));
    for (String measure : Sweep.measures(isCounter)) {
      String name = measure.replace(' ', '_');
      columns.add(
          Column.<Sweep>csv(name + "_min", sweep -> spread(sweep, measure).min() + "")
              .shown(measure + " min", sweep -> spread(sweep, measure).shortMin()));
      columns.add(
          Column.<Sweep>csv(name + "_mean", sweep -> spread(sweep, measure).mean() + "")
              .shown(
                  "mean",
                  sweep -> String.format(Locale.ROOT, "%.2f", spread(sweep, measure).mean())));
      columns.add(
          Column.<Sweep>csv(name + "_max", sweep -> spread(sweep, measure).max() + "")
              .shown("max", sweep -> spread(sweep, measure).shortMax()));
      columns.add(
          Column.json(
              measure.replace(" latency", "Latency"), sweep -> spread(sweep, measure).json()));
    }
    return columns;
  }

  private static Spread spread(Sweep sweep, String measure) {
    return Objects.requireNonNull(sweep.spreads().get(measure));
  }

  private List<String> counts() {
    return isCounter ? List.of("tests", "rounds") : List.of("messages");
  }

  private String never() {
    return isCounter ? "not diagnosed" : "not detected";
  }

  private List<Column<SweptEvent>> eventColumns() {
    List<Column<SweptEvent>> columns = new ArrayList<>();
    if (seeds > 1) {
      columns.add(
          Column.<SweptEvent>of("seed", SweptEvent::seed).shown("seed", one -> "" + one.seed()));
    }
    columns.add(
        Column.<SweptEvent>of("nodes", SweptEvent::nodes).shown("N", one -> "" + one.nodes()));
    columns.add(
        Column.<SweptEvent>of("event", SweptEvent::event).shown("event", SweptEvent::event));
    columns.add(
        Column.<SweptEvent>of("process", SweptEvent::process)
            .shown("process", one -> one.process().toString()));
    columns.add(Column.json("correct", SweptEvent::correct));
    columns.add(
        Column.<SweptEvent>csv("at", one -> TimeText.format(one.atNanos()))
            .shown("at", one -> rounded(one.atNanos())));
    columns.add(Column.json("at", one -> Json.time(one.atNanos())));
    for (String count : counts()) {
      columns.add(
          Column.<SweptEvent>of(count, one -> one.count(count))
              .shown(count, one -> "" + one.count(count)));
    }
    columns.add(
        Column.<SweptEvent>csv("latency", SweepReport::exactLatency)
            .shown("latency", one -> shownLatency(one)));
    columns.add(Column.json("latency", SweepReport::jsonLatency));
    return columns;
  }

  private static String exactLatency(SweptEvent event) {
    Long latency = event.latencyNanos();
    return latency == null ? "" : TimeText.format(latency);
  }

  private String shownLatency(SweptEvent event) {
    Long latency = event.latencyNanos();
    return latency == null ? never() : rounded(latency);
  }

  private static @Nullable Object jsonLatency(SweptEvent event) {
    Long latency = event.latencyNanos();
    return latency == null ? null : Json.time(latency);
  }

  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e6) * 1_000_000);
  }

  private List<SweptEvent> events() {
    return sweeps.stream().flatMap(sweep -> sweep.rows().stream()).toList();
  }

  @Override
  public void print(PrintWriter out) {
    if (!isEach) {
      Table.of(sizeColumns(), sweeps).print(out, 0);
      return;
    }
    Table.of(eventColumns(), events()).printUpTo(out, "process");
    String alone =
        events().stream()
            .filter(event -> event.correct() == 1)
            .map(event -> Integer.toString(event.nodes()))
            .distinct()
            .collect(Collectors.joining(", "));
    if (!alone.isEmpty()) {
      out.println();
      out.println("N = " + alone + ": a crash leaves only one correct process.");
    }
  }

  @Override
  public String csv() {
    return isEach ? Csv.of(eventColumns(), events()) : Csv.of(sizeColumns(), sweeps);
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("protocol", protocol);
    json.put("seed", seed);
    if (seeds > 1) {
      json.put("seeds", seeds);
    }
    json.put("digest", Digest.text(events().stream().mapToLong(SweptEvent::digest).sum()));
    if (isEach) {
      json.put("events", JsonRows.of(eventColumns(), events()));
    } else {
      json.put("sizes", JsonRows.of(sizeColumns(), sweeps));
    }
    return json;
  }

  /** Draws a panel for each measure: the sizes with their spread, or a dot for every event. */
  @Override
  public String svg() {
    String what = isCounter ? "diagnosis" : "detection";
    List<Chart.Panel> panels = new ArrayList<>();
    List<String> foot = new ArrayList<>();
    if (isEach) {
      counts().forEach(count -> panels.add(events(count, one -> (double) one.count(count))));
      panels.add(events("latency", SweptEvent::latency));
      long missing = events().stream().filter(event -> event.latencyNanos() == null).count();
      if (missing > 0) {
        foot.add("%d %s, which has no dot".formatted(missing, never()));
      }
    } else {
      Sweep.measures(isCounter).forEach(measure -> panels.add(sizes(measure)));
      foot.add("line: mean · band: least to greatest");
    }
    String title = "%s: %s of %s event".formatted(protocol, what, isEach ? "every" : "one");
    return new Chart(title, "nothing to show", foot, panels.size(), panels).svg();
  }

  private static Chart.Panel panel(String measure, List<Chart.Series> series) {
    return new Chart.Panel(
        measure,
        new Chart.Scale(Chart.Spacing.DOUBLING, "processes"),
        new Chart.Scale(Chart.Spacing.FITTING, ""),
        series);
  }

  private Chart.Panel sizes(String measure) {
    List<Chart.Point> points = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      Spread spread = spread(sweep, measure);
      if (spread.count() > 0) {
        String hint =
            "%d: %s to %s, mean %s"
                .formatted(
                    sweep.size(),
                    Axis.label(spread.min()),
                    Axis.label(spread.max()),
                    Axis.label(spread.mean()));
        points.add(new Chart.Point(sweep.size(), spread.mean(), spread.min(), spread.max(), hint));
      }
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException("\"%s\" has no points to draw".formatted(measure));
    }
    return panel(measure, List.of(new Chart.Series("", Chart.Style.BAND, points)));
  }

  private Chart.Panel events(String measure, ToDoubleFunction<SweptEvent> value) {
    List<Chart.Point> crashes = new ArrayList<>();
    List<Chart.Point> recoveries = new ArrayList<>();
    for (SweptEvent event : events()) {
      if (event.latencyNanos() != null) {
        double y = value.applyAsDouble(event);
        String hint =
            "%s %s of %d: %s"
                .formatted(event.event(), event.process(), event.nodes(), Axis.label(y));
        (event.isCrash() ? crashes : recoveries).add(new Chart.Point(event.nodes(), y, hint));
      }
    }
    if (crashes.isEmpty() && recoveries.isEmpty()) {
      throw new IllegalArgumentException(
          "no event has come to an end, so there is nothing to draw");
    }
    return panel(
        measure,
        List.of(
            new Chart.Series("crash", Chart.Style.DOTS, crashes),
            new Chart.Series("recovery", Chart.Style.DOTS, recoveries)));
  }
}
