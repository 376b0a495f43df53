package coterie.lab.chart;

import coterie.lab.chart.Chart.Guide;
import coterie.lab.chart.Chart.Panel;
import coterie.lab.chart.Chart.Point;
import coterie.lab.chart.Chart.Scale;
import coterie.lab.chart.Chart.Series;
import coterie.lab.chart.Chart.Spacing;
import coterie.lab.svg.Svg;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Draws one panel of a chart: its scales, its strips, and what lies between them. */
final class PanelDrawing {
  private static final double STRIP = 26;

  /** How far the dots of one x reach to both sides, at most. */
  private static final double ASIDE = 14;

  private final Svg svg;
  private final Panel panel;
  private final double left;
  private final double top;
  private final double width;
  private final double bottom;
  private final Side across;
  private final Side upward;

  /**
   * One side of the panel: where its values lie.
   *
   * @param below the middle of the strip for what is too small
   * @param above the middle of the strip for what is infinite
   */
  private record Side(Axis axis, boolean hasBelow, boolean hasAbove, double below, double above) {
    double place(double value) {
      if (Double.isInfinite(value)) {
        return above;
      }
      boolean isTooSmall = axis.isLog() && value <= 0;
      return isTooSmall && hasBelow
          ? below
          : axis.place(Math.min(axis.high(), Math.max(axis.low(), value)));
    }
  }

  PanelDrawing(Svg svg, Panel panel, double left, double top, double width, double height) {
    this.svg = svg;
    this.panel = panel;
    this.left = left;
    this.top = top;
    this.width = width;
    this.bottom = top + height;
    double[] xs = points().stream().mapToDouble(Point::x).toArray();
    double[] ys =
        points().stream()
            .flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()))
            .toArray();
    this.across = side(panel.x(), xs, left, left + width, 2 * STRIP);
    this.upward = side(panel.y(), ys, bottom, top, STRIP);
  }

  private List<Point> points() {
    return panel.series().stream()
        .flatMap(series -> series.points().stream())
        .filter(Point::isKnown)
        .toList();
  }

  private static Side side(Scale scale, double[] values, double start, double end, double strip) {
    boolean isTens = scale.spacing() == Spacing.TENS;
    boolean hasBelow = !scale.below().isEmpty() && DoubleStream.of(values).anyMatch(v -> v <= 0);
    boolean hasAbove = DoubleStream.of(values).anyMatch(Double::isInfinite);
    double forward = Math.signum(end - start);
    double room = isTens ? 10 : 0;
    double from = start + forward * (hasBelow ? strip + room : room);
    double to = end - forward * (hasAbove ? strip + room : room);
    double[] shown =
        DoubleStream.of(values)
            .filter(value -> Double.isFinite(value) && (value > 0 || !isTens))
            .toArray();
    return new Side(
        axis(scale.spacing(), shown, from, to),
        hasBelow,
        hasAbove,
        start + forward * strip / 2,
        end - forward * strip / 2);
  }

  private static Axis axis(Spacing spacing, double[] values, double from, double to) {
    double least = DoubleStream.of(values).min().orElse(1);
    double greatest = DoubleStream.of(values).max().orElse(1);
    return switch (spacing) {
      case DOUBLING ->
          Axis.doubling(
              values.length == 0
                  ? List.of(1.0)
                  : DoubleStream.of(values).distinct().sorted().boxed().toList(),
              from,
              to);
      case FITTING -> Axis.values(least, greatest, from, to);
      case EVEN -> Axis.values(0, greatest, from, to);
      case TENS -> Axis.byTens(least / 1.05, greatest * 1.05, from, to);
      case SECONDS ->
          new Axis(
              0,
              greatest,
              false,
              from,
              to,
              IntStream.rangeClosed(0, (int) greatest).mapToObj(i -> (double) i).toList(),
              List.of());
    };
  }

  /**
   * Draws everything.
   *
   * @param nothing what is said if there are no points
   */
  void draw(String nothing) {
    double middle = left + width / 2;
    svg.text("panel", left - 48, top - (panel.y().title().isEmpty() ? 10 : 25), panel.title());
    svg.text("foot", left - 48, top - 9, panel.y().title());
    svg.rect("back", left, top, width, bottom - top, 0, null);
    strips();
    scales();
    svg.text("muted", middle, bottom + 34, panel.x().title());
    if (points().isEmpty()) {
      svg.text("muted", middle, (top + bottom) / 2, nothing);
    }
    panel.guides().forEach(this::guide);
    for (int i = 0; i < panel.series().size(); i++) {
      draw(panel.series().get(i), i);
    }
  }

  private void strips() {
    double height = bottom - top;
    if (upward.hasBelow) {
      svg.rect("strip", left, bottom - STRIP, width, STRIP, 0, null);
      svg.text("y", left - 7, upward.below + 3.5, panel.y().below());
    }
    if (upward.hasAbove) {
      svg.rect("strip", left, top, width, STRIP, 0, null);
      svg.text("y", left - 7, upward.above + 3.5, panel.y().above());
    }
    if (across.hasBelow) {
      svg.rect("strip", left, top, 2 * STRIP, height, 0, null);
      svg.text("edge", across.below, bottom + 16, panel.x().below());
    }
    if (across.hasAbove) {
      svg.rect("strip", left + width - 2 * STRIP, top, 2 * STRIP, height, 0, null);
      svg.text("edge", across.above, bottom + 16, panel.x().above());
    }
  }

  private void scales() {
    for (double at : upward.axis.named()) {
      double y = upward.axis.place(at);
      svg.line("grid", left, y, left + width, y);
      svg.text("y", left - 7, y + 3.5, Axis.label(at));
    }
    double free = 0;
    boolean isGrid = panel.x().spacing() == Spacing.TENS;
    for (double at : across.axis.named()) {
      double x = across.axis.place(at);
      svg.line(isGrid ? "grid" : "axis", x, isGrid ? top : bottom, x, isGrid ? bottom : bottom + 4);
      double half = Svg.widthOf(Axis.label(at), 10) / 2;
      if (x - half >= free) {
        svg.text("x", x, bottom + 16, Axis.label(at));
        free = x + half + 4;
      }
    }
    svg.line("axis", left, bottom, left + width, bottom);
    svg.line("axis", left, top, left, bottom);
  }

  private void guide(Guide guide) {
    if (guide.isUpright()) {
      double x = across.place(guide.at());
      svg.line("upright", x, top, x, bottom);
      svg.text("uprighttext", x - 6, top + 16, guide.text());
    } else {
      double y = upward.place(guide.at());
      svg.rect("alarm", left, top, width, y - top, 0, null);
      svg.line("across", left, y, left + width, y);
      svg.text("acrosstext", left + 8, y - 6, guide.text());
    }
  }

  private void draw(Series series, int number) {
    Marker marker = Marker.of(number);
    List<Point> known = series.points().stream().filter(Point::isKnown).toList();
    if (known.isEmpty()) {
      return;
    }
    switch (series.style()) {
      case MARKS -> marks(known, marker, aside(known, number));
      case BAND -> band(known, marker);
      case DOTS -> dots(known, number, marker);
      case CURVE -> svg.path(marker.line(), path(known, 0), null);
    }
  }

  /** Beside each other, so that no whisker hides another one. */
  private double aside(List<Point> points, int number) {
    boolean hasWhiskers = points.stream().anyMatch(point -> point.high() != point.low());
    return hasWhiskers ? (number - (panel.series().size() - 1) / 2.0) * 5 : 0;
  }

  private String path(List<Point> points, double aside) {
    StringBuilder path = new StringBuilder();
    points.forEach(one -> Chart.step(path, across.place(one.x()) + aside, upward.place(one.y())));
    return path.toString();
  }

  private void whisker(Point point, Marker marker, double x) {
    if (point.high() != point.low()) {
      double low = upward.place(point.low());
      svg.line(marker.line() + " whisker", x, low, x, upward.place(point.high()));
    }
  }

  private void marks(List<Point> points, Marker marker, double aside) {
    points.forEach(point -> whisker(point, marker, across.place(point.x()) + aside));
    List<Point> joined = points.stream().filter(point -> !point.isRinged()).toList();
    if (!joined.isEmpty()) {
      svg.path(marker.line(), path(joined, aside), null);
    }
    for (Point point : points) {
      double x = across.place(point.x()) + aside;
      double y = upward.place(point.y());
      marker.draw(svg, x, y, point.isFilled(), point.hint());
      if (point.isRinged()) {
        svg.circle("ring", x, y, 8, null);
      }
    }
  }

  private void band(List<Point> points, Marker marker) {
    StringBuilder band = new StringBuilder();
    points.forEach(one -> Chart.step(band, across.place(one.x()), upward.place(one.high())));
    points
        .reversed()
        .forEach(one -> Chart.step(band, across.place(one.x()), upward.place(one.low())));
    svg.path("band f" + marker.colour(), band.append('z').toString(), null);
    marks(points, marker, 0);
  }

  private void dots(List<Point> points, int number, Marker marker) {
    int others = panel.series().size();
    double reach = reach();
    for (double x : points.stream().mapToDouble(Point::x).distinct().toArray()) {
      List<Point> group = points.stream().filter(point -> point.x() == x).toList();
      for (int i = 0; i < group.size(); i++) {
        int last = group.size() * others - 1;
        double aside = last == 0 ? 0 : (2.0 * (i * others + number) / last - 1) * reach;
        double y = upward.place(group.get(i).y());
        String look = "dot f" + marker.colour();
        svg.circle(look, across.place(x) + aside, y, 2.6, group.get(i).hint());
      }
    }
  }

  /** Not so far that the dots of two x meet. */
  private double reach() {
    double[] places = points().stream().mapToDouble(Point::x).distinct().sorted().toArray();
    double reach = ASIDE;
    for (int i = 1; i < places.length; i++) {
      reach = Math.min(reach, (across.place(places[i]) - across.place(places[i - 1])) * 0.4);
    }
    return reach;
  }
}
