package coterie.lab.chart;

import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detection time against mistakes, one curve for each detector, one panel for each network. Both
 * scales are logarithmic. What has no place on such a scale has a strip at its edge: no mistake
 * seen, and crashes that the detector did not notice.
 */
public final class ParetoPlot {
  /**
   * What one setting of a detector achieves.
   *
   * @param detection in seconds; infinite if it does not notice, NaN if there was nothing to notice
   */
  public record Point(String hint, double detection, double mistakes) {
    boolean isKnown() {
      return !Double.isNaN(detection) && !Double.isNaN(mistakes);
    }

    /** At least as good in both, and better in one. */
    boolean dominates(Point other) {
      return detection <= other.detection
          && mistakes <= other.mistakes
          && (detection < other.detection || mistakes < other.mistakes);
    }
  }

  /**
   * One detector.
   *
   * @param legend its name, and what moves along the curve
   * @param own with the settings of the table
   */
  public record Curve(String legend, List<Point> points, Point own) {
    public Curve {
      points = List.copyOf(points);
    }

    List<Point> all() {
      List<Point> all = new ArrayList<>(points);
      all.add(own);
      all.removeIf(point -> !point.isKnown());
      return all;
    }
  }

  /** One network. */
  public record Panel(String title, List<Curve> curves) {
    public Panel {
      curves = List.copyOf(curves);
    }

    List<Point> points() {
      return curves.stream().flatMap(curve -> curve.all().stream()).toList();
    }

    boolean isEfficient(Point point) {
      return points().stream().noneMatch(other -> other.dominates(point));
    }
  }

  private static final double WIDTH = 268;
  private static final double HEIGHT = 220;
  private static final double LEFT = 66;
  private static final double PANEL_WIDTH = LEFT + WIDTH + 16;
  private static final double PANEL_HEIGHT = HEIGHT + 92;
  private static final double WIDTH_MIN = 560;
  private static final double STRIP = 26;
  private static final double LEGEND_LINE = 20;
  private static final String TIMES = "median time to detect a crash, seconds";
  private static final String MISTAKES = "mistakes of a member per hour";
  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .panel{font-size:12px;font-weight:bold;fill:#1b2733}
      .muted{font-size:11px;fill:#5b6875;text-anchor:middle}
      .foot{font-size:11px;fill:#5b6875}
      .legend{font-size:12px;fill:#1b2733}
      .x,.edge{font-size:10px;fill:#3b4856;text-anchor:middle}
      .y{font-size:10px;fill:#3b4856;text-anchor:end}
      .edge{fill:#5b6875}
      .back{fill:#f7f9fb}
      .strip{fill:#eceff3}
      .grid{stroke:#dfe4ea;stroke-width:1}
      .axis{stroke:#6b7885;stroke-width:1.2}
      .ring{fill:none;stroke:#1b2733;stroke-width:1.2}
      """
          + Marker.STYLE;

  private final Svg svg;

  private ParetoPlot(Svg svg) {
    this.svg = svg;
  }

  /**
   * Draws the panels in rows of so many columns.
   *
   * @param noneSeen what it means that no mistake was seen
   */
  public static String svg(String title, String noneSeen, List<Panel> panels, int columns) {
    double width = Math.max(WIDTH_MIN, columns * PANEL_WIDTH + 12);
    List<String> names = panels.getFirst().curves().stream().map(Curve::legend).toList();
    double top = 56 + LEGEND_LINE * legend(names, width, null);
    int rows = Math.ceilDiv(panels.size(), columns);
    double height = top + rows * PANEL_HEIGHT + 44;
    Svg svg = new Svg(width, height, title, STYLE);
    svg.text("title", 18, 28, title);
    legend(names, width, svg);
    ParetoPlot plot = new ParetoPlot(svg);
    for (int i = 0; i < panels.size(); i++) {
      int row = i / columns;
      double left = LEFT + i % columns * PANEL_WIDTH;
      plot.panel(panels.get(i), left, top + 30 + row * PANEL_HEIGHT);
    }
    svg.text(
        "foot",
        18,
        height - 34,
        "Filled: nothing else in the panel is both faster and less often mistaken.");
    svg.text("foot", 18, height - 18, "Ringed: the settings of the table. " + noneSeen);
    return svg.finish();
  }

  /** Sets the names in lines below the title, or, without a picture, counts the lines. */
  private static int legend(List<String> names, double width, @Nullable Svg svg) {
    double x = 24;
    int line = 0;
    for (int i = 0; i < names.size(); i++) {
      double wide = 14 + Svg.widthOf(names.get(i), 12) + 18;
      if (x + wide > width && x > 24) {
        x = 24;
        line++;
      }
      if (svg != null) {
        double y = 50 + line * LEGEND_LINE;
        Marker.of(i).draw(svg, x, y, true, null);
        svg.text("legend", x + 12, y + 4, names.get(i));
      }
      x += wide;
    }
    return line + 1;
  }

  private void panel(Panel panel, double left, double top) {
    double bottom = top + HEIGHT;
    List<Point> points = panel.points();
    List<Double> times =
        points.stream().map(Point::detection).filter(ParetoPlot::isOnScale).toList();
    List<Double> counts =
        points.stream().map(Point::mistakes).filter(ParetoPlot::isOnScale).toList();
    boolean atOnce = points.stream().anyMatch(point -> point.detection() <= 0);
    boolean never = points.stream().anyMatch(point -> Double.isInfinite(point.detection()));
    double xLow = left + (atOnce ? STRIP * 2 + 10 : 10);
    double xHigh = left + WIDTH - (never ? STRIP * 2 + 10 : 10);
    Axis x = axis(times, xLow, xHigh);
    Axis y = axis(counts, bottom - STRIP - 8, top + 10);
    svg.text("panel", left - 48, top - 25, panel.title());
    svg.text("foot", left - 48, top - 9, MISTAKES);
    svg.rect("back", left, top, WIDTH, HEIGHT, 0, null);
    strips(left, top, atOnce, never);
    scales(x, y, left, top);
    svg.text("muted", left + WIDTH / 2, bottom + 34, TIMES);
    if (points.isEmpty()) {
      svg.text("muted", left + WIDTH / 2, top + HEIGHT / 2, "nothing crashed");
    }
    for (int i = 0; i < panel.curves().size(); i++) {
      curve(panel, panel.curves().get(i), Marker.of(i), new Place(x, y, left, bottom));
    }
  }

  private static boolean isOnScale(double value) {
    return value > 0 && Double.isFinite(value);
  }

  private static Axis axis(List<Double> values, double start, double end) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double greatest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    return Axis.byTens(least / 1.05, greatest * 1.05, start, end);
  }

  private void strips(double left, double top, boolean atOnce, boolean never) {
    double bottom = top + HEIGHT;
    svg.rect("strip", left, bottom - STRIP, WIDTH, STRIP, 0, null);
    if (never) {
      svg.rect("strip", left + WIDTH - 2 * STRIP, top, 2 * STRIP, HEIGHT, 0, null);
      svg.text("edge", left + WIDTH - STRIP, bottom + 16, "not seen");
    }
    if (atOnce) {
      svg.rect("strip", left, top, 2 * STRIP, HEIGHT, 0, null);
      svg.text("edge", left + STRIP, bottom + 16, "at once");
    }
    svg.text("y", left - 7, bottom - STRIP / 2 + 3.5, "none seen");
  }

  private void scales(Axis x, Axis y, double left, double top) {
    double bottom = top + HEIGHT;
    for (double at : y.named()) {
      svg.line("grid", left, y.place(at), left + WIDTH, y.place(at));
      svg.text("y", left - 7, y.place(at) + 3.5, Axis.label(at));
    }
    for (double at : x.named()) {
      svg.line("grid", x.place(at), top, x.place(at), bottom);
      svg.text("x", x.place(at), bottom + 16, Axis.label(at));
    }
    svg.line("axis", left, bottom, left + WIDTH, bottom);
    svg.line("axis", left, top, left, bottom);
  }

  /** Where a point lies, strips included. */
  private record Place(Axis xAxis, Axis yAxis, double left, double bottom) {
    double x(Point point) {
      if (point.detection() <= 0) {
        return left + STRIP;
      }
      return Double.isInfinite(point.detection())
          ? left + WIDTH - STRIP
          : xAxis.place(point.detection());
    }

    double y(Point point) {
      return point.mistakes() > 0 ? yAxis.place(point.mistakes()) : bottom - STRIP / 2;
    }
  }

  private void curve(Panel panel, Curve curve, Marker marker, Place place) {
    StringBuilder path = new StringBuilder();
    curve.points().stream()
        .filter(Point::isKnown)
        .forEach(point -> Plot.step(path, place.x(point), place.y(point)));
    if (!path.isEmpty()) {
      svg.path(marker.line(), path.toString(), null);
    }
    for (Point point : curve.all()) {
      marker.draw(
          svg, place.x(point), place.y(point), panel.isEfficient(point), hint(curve, point));
    }
    if (curve.own().isKnown()) {
      svg.circle("ring", place.x(curve.own()), place.y(curve.own()), 8, null);
    }
  }

  private static String hint(Curve curve, Point point) {
    String when =
        Double.isInfinite(point.detection()) ? "never" : Axis.label(point.detection()) + " s";
    return "%s, %s: detects in %s, %s mistakes"
        .formatted(curve.legend(), point.hint(), when, Axis.label(point.mistakes()));
  }
}
