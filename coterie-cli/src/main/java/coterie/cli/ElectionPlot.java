package coterie.cli;

import coterie.sim.picture.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How long a group is without a leader, and what an election sends, over the size of the group: one
 * line for each election through the medians, and from each median a whisker up to the 99th
 * percentile. A row of two panels for each network. What never came lies in a strip at the top.
 */
final class ElectionPlot {
  /** Infinite where it never came, NaN where nothing was to come. */
  record Point(double nodes, double median, double p99) {}

  /** One election. */
  record Curve(String name, List<Point> points) {
    Curve {
      points = List.copyOf(points);
    }
  }

  /** One network. */
  record Row(String title, List<Curve> times, List<Curve> messages) {
    Row {
      times = List.copyOf(times);
      messages = List.copyOf(messages);
    }
  }

  private static final double WIDTH = 300;
  private static final double HEIGHT = 200;
  private static final double LEFT = 58;
  private static final double PANEL_WIDTH = LEFT + WIDTH + 16;
  private static final double PANEL_HEIGHT = HEIGHT + 86;
  private static final double STRIP = 24;
  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .panel{font-size:12px;font-weight:bold;fill:#1b2733}
      .muted{font-size:11px;fill:#5b6875;text-anchor:middle}
      .foot{font-size:11px;fill:#5b6875}
      .legend{font-size:12px;fill:#1b2733}
      .x{font-size:10px;fill:#3b4856;text-anchor:middle}
      .y{font-size:10px;fill:#3b4856;text-anchor:end}
      .back{fill:#f7f9fb}
      .strip{fill:#eceff3}
      .grid{stroke:#dfe4ea;stroke-width:1}
      .axis{stroke:#6b7885;stroke-width:1.2}
      .whisker{stroke-width:1.2;stroke-opacity:0.6}
      """
          + Marker.STYLE;

  private final Svg svg;

  private ElectionPlot(Svg svg) {
    this.svg = svg;
  }

  static String svg(String title, List<Row> rows) {
    double width = 2 * PANEL_WIDTH + 12;
    double height = 76 + rows.size() * PANEL_HEIGHT + 24;
    Svg svg = new Svg(width, height, title, STYLE);
    svg.text("title", 18, 28, title);
    double x = 24;
    for (int i = 0; i < rows.getFirst().times().size(); i++) {
      String name = rows.getFirst().times().get(i).name();
      Marker.of(i).draw(svg, x, 50, true, null);
      svg.text("legend", x + 12, 54, name);
      x += 14 + Svg.widthOf(name, 12) + 18;
    }
    ElectionPlot plot = new ElectionPlot(svg);
    for (int i = 0; i < rows.size(); i++) {
      double top = 106 + i * PANEL_HEIGHT;
      Row row = rows.get(i);
      plot.panel("seconds without a leader, " + row.title(), row.times(), LEFT, top);
      plot.panel("messages, " + row.title(), row.messages(), LEFT + PANEL_WIDTH, top);
    }
    svg.text("foot", 18, height - 16, "Line: median. Whisker: up to the 99th percentile.");
    return svg.finish();
  }

  private void panel(String title, List<Curve> curves, double left, double top) {
    double bottom = top + HEIGHT;
    List<Point> points = curves.stream().flatMap(curve -> curve.points().stream()).toList();
    boolean never = points.stream().anyMatch(point -> Double.isInfinite(point.p99));
    List<Double> sizes = points.stream().map(Point::nodes).distinct().sorted().toList();
    Axis x = Axis.doubling(sizes, left, left + WIDTH);
    Axis y = values(points, bottom - 8, top + (never ? STRIP + 8 : 8));
    svg.text("panel", left - 44, top - 10, title);
    svg.rect("back", left, top, WIDTH, HEIGHT, 0, null);
    if (never) {
      svg.rect("strip", left, top, WIDTH, STRIP, 0, null);
      svg.text("y", left - 7, top + STRIP / 2 + 3.5, "never");
    }
    scales(x, y, left, top);
    svg.text("muted", left + WIDTH / 2, bottom + 34, "processes");
    for (int i = 0; i < curves.size(); i++) {
      // Beside each other, so that no whisker hides another one.
      double aside = (i - (curves.size() - 1) / 2.0) * 5;
      curve(curves.get(i), Marker.of(i), x, value -> place(y, value, top), aside);
    }
  }

  private static double place(Axis y, double value, double top) {
    return Double.isInfinite(value) ? top + STRIP / 2 : y.place(Math.max(y.low(), value));
  }

  /** The scale of all that lies on one; what takes no time lies on its lower edge. */
  private static Axis values(List<Point> points, double start, double end) {
    List<Double> values = new ArrayList<>();
    for (Point point : points) {
      values.add(point.median);
      values.add(point.p99);
    }
    values.removeIf(value -> !(value > 0) || Double.isInfinite(value));
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double greatest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    return Axis.byTens(least / 1.05, greatest * 1.05, start, end);
  }

  private void scales(Axis x, Axis y, double left, double top) {
    double bottom = top + HEIGHT;
    for (double at : y.named()) {
      svg.line("grid", left, y.place(at), left + WIDTH, y.place(at));
      svg.text("y", left - 7, y.place(at) + 3.5, Axis.label(at));
    }
    for (double at : x.ticks()) {
      svg.line("axis", x.place(at), bottom, x.place(at), bottom + 4);
      svg.text("x", x.place(at), bottom + 16, Axis.label(at));
    }
    svg.line("axis", left, bottom, left + WIDTH, bottom);
    svg.line("axis", left, top, left, bottom);
  }

  private void curve(Curve curve, Marker marker, Axis x, ToDoubleFunction<Double> y, double aside) {
    List<Point> known =
        curve.points().stream().filter(point -> !Double.isNaN(point.median)).toList();
    if (known.isEmpty()) {
      return;
    }
    StringBuilder path = new StringBuilder();
    for (Point point : known) {
      double at = x.place(point.nodes) + aside;
      Plot.step(path, at, y.applyAsDouble(point.median));
      svg.line(
          marker.line() + " whisker",
          at,
          y.applyAsDouble(point.median),
          at,
          y.applyAsDouble(point.p99));
    }
    svg.path(marker.line(), path.toString(), null);
    for (Point point : known) {
      double at = x.place(point.nodes) + aside;
      marker.draw(svg, at, y.applyAsDouble(point.median), true, hint(curve, point));
    }
  }

  private static String hint(Curve curve, Point point) {
    return "%s, %s processes: median %s, 99th percentile %s"
        .formatted(curve.name, Axis.label(point.nodes), text(point.median), text(point.p99));
  }

  private static String text(double value) {
    return Double.isInfinite(value) ? "never" : Axis.label(value);
  }
}
