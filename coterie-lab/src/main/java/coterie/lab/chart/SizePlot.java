package coterie.lab.chart;

import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures over the size of the group, two panels in a row: one line for each protocol, and from
 * each of its points a whisker up to how far it reaches. What never came lies in a strip at the
 * top.
 */
public final class SizePlot {
  /** Infinite where it never came, NaN where nothing was to come. */
  public record Point(double nodes, double value, double reach) {}

  /** One protocol. */
  public record Curve(String name, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }
  }

  /**
   * One measure on one network.
   *
   * @param value what the line goes through, such as the median
   * @param reach what the whiskers go up to; empty where there are none
   */
  public record Panel(String title, String value, String reach, List<Curve> curves) {
    public Panel {
      curves = List.copyOf(curves);
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

  private SizePlot(Svg svg) {
    this.svg = svg;
  }

  /**
   * Draws the panels.
   *
   * @param foot what lines and whiskers are
   */
  public static String svg(String title, String foot, List<Panel> panels) {
    double width = 2 * PANEL_WIDTH + 12;
    double height = 76 + Math.ceilDiv(panels.size(), 2) * PANEL_HEIGHT + 24;
    Svg svg = new Svg(width, height, title, STYLE);
    svg.text("title", 18, 28, title);
    double x = 24;
    List<Curve> curves = panels.getFirst().curves();
    for (int i = 0; i < curves.size(); i++) {
      String name = curves.get(i).name();
      Marker.of(i).draw(svg, x, 50, true, null);
      svg.text("legend", x + 12, 54, name);
      x += 14 + Svg.widthOf(name, 12) + 18;
    }
    SizePlot plot = new SizePlot(svg);
    for (int i = 0; i < panels.size(); i++) {
      int row = i / 2;
      plot.panel(panels.get(i), LEFT + i % 2 * PANEL_WIDTH, 106 + row * PANEL_HEIGHT);
    }
    svg.text("foot", 18, height - 16, foot);
    return svg.finish();
  }

  private void panel(Panel panel, double left, double top) {
    double bottom = top + HEIGHT;
    List<Curve> curves = panel.curves();
    List<Point> points = curves.stream().flatMap(curve -> curve.points().stream()).toList();
    boolean never = points.stream().anyMatch(point -> Double.isInfinite(point.reach));
    List<Double> sizes = points.stream().map(Point::nodes).distinct().sorted().toList();
    Axis x = Axis.doubling(sizes, left, left + WIDTH);
    Axis y = values(points, bottom - 8, top + (never ? STRIP + 8 : 8));
    svg.text("panel", left - 44, top - 10, panel.title());
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
      curve(panel, i, x, value -> place(y, value, top), aside);
    }
  }

  private static double place(Axis y, double value, double top) {
    return Double.isInfinite(value) ? top + STRIP / 2 : y.place(Math.max(y.low(), value));
  }

  /** The scale of all that lies on one; what takes no time lies on its lower edge. */
  private static Axis values(List<Point> points, double start, double end) {
    List<Double> values = new ArrayList<>();
    for (Point point : points) {
      values.add(point.value);
      values.add(point.reach);
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

  private void curve(Panel panel, int number, Axis x, ToDoubleFunction<Double> y, double aside) {
    Curve curve = panel.curves().get(number);
    Marker marker = Marker.of(number);
    List<Point> known =
        curve.points().stream().filter(point -> !Double.isNaN(point.value)).toList();
    if (known.isEmpty()) {
      return;
    }
    StringBuilder path = new StringBuilder();
    for (Point point : known) {
      double at = x.place(point.nodes) + aside;
      Plot.step(path, at, y.applyAsDouble(point.value));
      if (!panel.reach.isEmpty()) {
        svg.line(
            marker.line() + " whisker",
            at,
            y.applyAsDouble(point.value),
            at,
            y.applyAsDouble(point.reach));
      }
    }
    svg.path(marker.line(), path.toString(), null);
    for (Point point : known) {
      double at = x.place(point.nodes) + aside;
      marker.draw(svg, at, y.applyAsDouble(point.value), true, hint(panel, curve, point));
    }
  }

  private static String hint(Panel panel, Curve curve, Point point) {
    String text =
        "%s, %s processes: %s %s"
            .formatted(curve.name, Axis.label(point.nodes), panel.value, text(point.value));
    return panel.reach.isEmpty()
        ? text
        : text + ", %s %s".formatted(panel.reach, text(point.reach));
  }

  private static String text(double value) {
    return Double.isInfinite(value) ? "never" : Axis.label(value);
  }
}
