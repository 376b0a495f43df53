package coterie.lab.chart;

import coterie.lab.svg.Svg;
import java.util.List;
import java.util.stream.IntStream;

/** Phi over time as a line, the threshold across it, and the last beat. */
public final class PhiPlot {
  public record Point(double seconds, double phi) {}

  private static final double LEFT = 56;
  private static final double RIGHT = 700;
  private static final double TOP = 70;
  private static final double BOTTOM = 330;

  /** Above this multiple of the threshold nothing more is to be seen. */
  private static final double TALLEST = 2;

  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .muted{font-size:11px;fill:#5b6875;text-anchor:middle}
      .x{font-size:10px;fill:#3b4856;text-anchor:middle}
      .y{font-size:10px;fill:#3b4856;text-anchor:end}
      .back{fill:#f7f9fb}
      .alarm{fill:#b3261e;fill-opacity:0.08}
      .grid{stroke:#dfe4ea;stroke-width:1}
      .axis{stroke:#6b7885;stroke-width:1.2}
      .threshold{stroke:#b3261e;stroke-width:1.6;stroke-dasharray:6 4}
      .beat{stroke:#5b6875;stroke-width:1.2;stroke-dasharray:2 3}
      .thresholdtext{font-size:11px;fill:#b3261e;font-weight:bold}
      .beattext{font-size:11px;fill:#5b6875;text-anchor:end}
      .phi{fill:none;stroke:#2766b3;stroke-width:2;stroke-linejoin:round}
      """;

  private final Svg svg;
  private final Axis x;
  private final Axis y;

  private PhiPlot(Svg svg, Axis x, Axis y) {
    this.svg = svg;
    this.x = x;
    this.y = y;
  }

  /**
   * Draws a curve from the start to where it leaves the picture.
   *
   * @param lastBeat when the last sign of life came, in seconds
   */
  public static String svg(String title, double threshold, double lastBeat, List<Point> points) {
    Svg svg = new Svg(RIGHT + 24, BOTTOM + 64, title, STYLE);
    svg.text("title", 18, 30, title);
    Axis x = seconds(points.getLast().seconds);
    Axis y = Axis.values(0, TALLEST * threshold, BOTTOM, TOP);
    PhiPlot plot = new PhiPlot(svg, x, y);
    svg.rect("back", LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 0, null);
    double line = y.place(threshold);
    svg.rect("alarm", LEFT, TOP, RIGHT - LEFT, line - TOP, 0, null);
    plot.scales();
    svg.line("threshold", LEFT, line, RIGHT, line);
    svg.text("thresholdtext", LEFT + 8, line - 6, "suspected from phi " + Axis.label(threshold));
    svg.line("beat", x.place(lastBeat), TOP, x.place(lastBeat), BOTTOM);
    svg.text("beattext", x.place(lastBeat) - 6, TOP + 16, "the last beat");
    plot.curve(points, y.high());
    svg.text("muted", (LEFT + RIGHT) / 2, BOTTOM + 40, "seconds");
    return svg.finish();
  }

  private static Axis seconds(double last) {
    List<Double> ticks = IntStream.rangeClosed(0, (int) last).mapToObj(i -> (double) i).toList();
    return new Axis(0, last, false, LEFT, RIGHT, ticks, List.of());
  }

  private void scales() {
    for (double at : y.ticks()) {
      svg.line("grid", LEFT, y.place(at), RIGHT, y.place(at));
      svg.text("y", LEFT - 7, y.place(at) + 3.5, Axis.label(at));
    }
    for (double at : x.ticks()) {
      svg.line("axis", x.place(at), BOTTOM, x.place(at), BOTTOM + 4);
      svg.text("x", x.place(at), BOTTOM + 16, Axis.label(at));
    }
    svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    svg.line("axis", LEFT, TOP, LEFT, BOTTOM);
  }

  private void curve(List<Point> points, double tallest) {
    StringBuilder steps = new StringBuilder();
    for (Point point : points) {
      String step = steps.isEmpty() ? "M" : "L";
      steps.append(step).append(Svg.number(x.place(point.seconds))).append(' ');
      steps.append(Svg.number(y.place(Math.min(point.phi, tallest))));
      if (point.phi > tallest) {
        break;
      }
    }
    svg.path("phi", steps.toString(), null);
  }
}
