package coterie.lab.chart;

import coterie.lab.svg.Svg;
import java.util.List;

/**
 * Measures over group sizes, one panel each, side by side: the mean as a line, and a band from the
 * least to the greatest value. Sizes are on a doubling scale; values too, by tens, if they span
 * more than one and a half orders of magnitude.
 */
public final class Plot {
  /** What was measured at one x. */
  public record Point(double x, double min, double mean, double max) {
    public Point {
      boolean isOrdered = min <= mean && mean <= max;
      if (!(x > 0) || !isOrdered || !Double.isFinite(x + min + max)) {
        throw new IllegalArgumentException(
            "a point has x > 0 and min <= mean <= max, not x=%s min=%s mean=%s max=%s"
                .formatted(x, min, mean, max));
      }
    }
  }

  /** One panel. */
  public record Series(String name, List<Point> points) {
    public Series {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("\"%s\" has no points to draw".formatted(name));
      }
    }
  }

  private static final double PANEL = 312;
  private static final double WIDTH = 244;
  private static final double HEIGHT = 200;
  private static final double LEFT = 58;
  private static final double TOP = 84;
  private static final double BOTTOM = TOP + HEIGHT;
  private static final double WIDTH_MIN = 420;
  private static final int COLOURS = 4;
  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .panel{font-size:12px;font-weight:bold;fill:#1b2733;text-anchor:middle}
      .muted{font-size:11px;fill:#6b7885;text-anchor:middle}
      .x{font-size:10px;fill:#3b4856;text-anchor:middle}
      .y{font-size:10px;fill:#3b4856;text-anchor:end}
      .back{fill:#f7f9fb}
      .grid{stroke:#dfe4ea;stroke-width:1}
      .faint{stroke:#edf0f4;stroke-width:1}
      .axis{stroke:#6b7885;stroke-width:1.2}
      .mean0,.mean1,.mean2,.mean3{fill:none;stroke-width:2;stroke-linejoin:round}
      .mean0{stroke:#2766b3}
      .mean1{stroke:#23843c}
      .mean2{stroke:#7048a8}
      .mean3{stroke:#b5611d}
      .reach{stroke-width:1;stroke-opacity:0.35}
      .dot0,.dot1,.dot2,.dot3{stroke:#ffffff;stroke-width:1}
      .dot0,.band0{fill:#2766b3}
      .dot1,.band1{fill:#23843c}
      .dot2,.band2{fill:#7048a8}
      .dot3,.band3{fill:#b5611d}
      .band0,.band1,.band2,.band3{fill-opacity:0.18}
      """;

  private final Svg svg;

  private Plot(Svg svg) {
    this.svg = svg;
  }

  public static String svg(String title, String xLabel, List<Series> panels) {
    double width = Math.max(WIDTH_MIN, panels.size() * PANEL + 12);
    Svg svg = new Svg(width, BOTTOM + 74, title, STYLE);
    svg.text("title", 18, 28, title);
    Plot plot = new Plot(svg);
    for (int i = 0; i < panels.size(); i++) {
      plot.panel(panels.get(i), LEFT + i * PANEL, i % COLOURS, xLabel);
    }
    svg.text("muted", width / 2, BOTTOM + 60, "line: mean · band: least to greatest");
    return svg.finish();
  }

  private void panel(Series series, double left, int colour, String xLabel) {
    List<Point> points = series.points();
    Axis x = Axis.doubling(points.stream().map(Point::x).toList(), left, left + WIDTH);
    double least = points.stream().mapToDouble(Point::min).min().orElseThrow();
    double greatest = points.stream().mapToDouble(Point::max).max().orElseThrow();
    Axis y = Axis.values(least, greatest, BOTTOM, TOP);
    svg.text("panel", left + WIDTH / 2, TOP - 14, series.name());
    svg.rect("back", left, TOP, WIDTH, HEIGHT, 0, null);
    scales(x, y, left);
    svg.text("muted", left + WIDTH / 2, BOTTOM + 34, xLabel);
    curves(points, x, y, colour);
  }

  private void scales(Axis x, Axis y, double left) {
    for (double at : y.minor()) {
      svg.line("faint", left, y.place(at), left + WIDTH, y.place(at));
    }
    for (double at : y.ticks()) {
      svg.line("grid", left, y.place(at), left + WIDTH, y.place(at));
      svg.text("y", left - 7, y.place(at) + 3.5, Axis.label(at));
    }
    double free = 0;
    for (double at : x.ticks()) {
      svg.line("axis", x.place(at), BOTTOM, x.place(at), BOTTOM + 4);
      double half = Svg.widthOf(Axis.label(at), 10) / 2;
      if (x.place(at) - half >= free) {
        svg.text("x", x.place(at), BOTTOM + 16, Axis.label(at));
        free = x.place(at) + half + 4;
      }
    }
    svg.line("axis", left, BOTTOM, left + WIDTH, BOTTOM);
    svg.line("axis", left, TOP, left, BOTTOM);
  }

  private void curves(List<Point> points, Axis x, Axis y, int colour) {
    StringBuilder band = new StringBuilder();
    StringBuilder mean = new StringBuilder();
    for (Point point : points) {
      step(band, x.place(point.x), y.place(point.max));
      step(mean, x.place(point.x), y.place(point.mean));
    }
    for (Point point : points.reversed()) {
      step(band, x.place(point.x), y.place(point.min));
    }
    svg.path("band" + colour, band.append('z').toString(), null);
    svg.path("mean" + colour, mean.toString(), null);
    for (Point point : points) {
      double at = x.place(point.x);
      String hint =
          "%s: %s to %s, mean %s"
              .formatted(
                  Axis.label(point.x),
                  Axis.label(point.min),
                  Axis.label(point.max),
                  Axis.label(point.mean));
      svg.line("mean" + colour + " reach", at, y.place(point.min), at, y.place(point.max));
      svg.circle("dot" + colour, at, y.place(point.mean), 3.5, hint);
    }
  }

  /** Goes on to that place; the first step of a path only begins there. */
  static void step(StringBuilder path, double x, double y) {
    path.append(path.isEmpty() ? 'M' : 'L').append(Svg.number(x)).append(' ');
    path.append(Svg.number(y));
  }
}
