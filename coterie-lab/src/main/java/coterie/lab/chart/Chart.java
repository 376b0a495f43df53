package coterie.lab.chart;

import coterie.lab.Resources;
import coterie.lab.svg.Svg;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures over other figures: panels side by side, in rows, with one legend for all of them.
 *
 * @param nothing what a panel without points says
 * @param foot lines below all panels
 * @param columns how many panels stand in a row
 */
public record Chart(
    String title, String nothing, List<String> foot, int columns, List<Panel> panels) {
  /** How values are spread along an axis. */
  public enum Spacing {
    /** Equal steps where the values double; each value is named. */
    DOUBLING,
    /** From zero on; by tens if the values span more than one and a half orders of magnitude. */
    FITTING,
    /** From zero on, evenly. */
    EVEN,
    /** By tens. */
    TENS,
    /** By whole seconds. */
    SECONDS
  }

  /**
   * An axis.
   *
   * @param below the strip for what is too small for a scale by tens, such as "none seen"; empty if
   *     such values lie on the edge
   * @param above the strip for what is infinite, such as "never"
   */
  public record Scale(Spacing spacing, String title, String below, String above) {
    public Scale(Spacing spacing, String title) {
      this(spacing, title, "", "");
    }
  }

  /**
   * What was measured once. What is not a number is not drawn.
   *
   * @param low where the whisker begins, or the band
   * @param high where it ends
   * @param isFilled whether it stands out
   * @param isRinged whether it has a ring
   */
  public record Point(
      double x,
      double y,
      double low,
      double high,
      boolean isFilled,
      boolean isRinged,
      String hint) {
    public Point(double x, double y, String hint) {
      this(x, y, y, y, true, false, hint);
    }

    public Point(double x, double y, double low, double high, String hint) {
      this(x, y, low, high, true, false, hint);
    }

    boolean isKnown() {
      return !Double.isNaN(x) && !Double.isNaN(y);
    }
  }

  /** How points are drawn. */
  public enum Style {
    /** A line through marks, each with a whisker. */
    MARKS,
    /** A line through dots, and a band around it. */
    BAND,
    /** Dots, those of one x beside each other. */
    DOTS,
    /** A line. */
    CURVE
  }

  /** Points that belong together; the name is empty if there is nothing to tell them from. */
  public record Series(String name, Style style, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /** A line across a panel, and what it means. */
  public record Guide(boolean isUpright, double at, String text) {}

  /** One pair of axes. */
  public record Panel(String title, Scale x, Scale y, List<Series> series, List<Guide> guides) {
    public Panel(String title, Scale x, Scale y, List<Series> series) {
      this(title, x, y, series, List.of());
    }
  }

  private static final double LEFT = 66;
  private static final double NARROW = 288;
  private static final double WIDE = 640;
  private static final double HEIGHT = 210;
  private static final double PANEL_HEIGHT = HEIGHT + 92;
  private static final double LINE = 20;

  /** Draws it. */
  public String svg() {
    double room = columns == 1 ? WIDE : NARROW;
    double panelWidth = LEFT + room + 16;
    double width = columns * panelWidth + 12;
    double top = 56 + LINE * legend(width, null);
    int rows = Math.ceilDiv(panels.size(), columns);
    double height = top + rows * PANEL_HEIGHT + 16 * foot.size() + 12;
    Svg svg = new Svg(width, height, title, Resources.text(Chart.class, "chart.css"));
    svg.text("title", 18, 28, title);
    legend(width, svg);
    for (int i = 0; i < panels.size(); i++) {
      int row = i / columns;
      double left = LEFT + i % columns * panelWidth;
      new PanelDrawing(svg, panels.get(i), left, top + 30 + row * PANEL_HEIGHT, room, HEIGHT)
          .draw(nothing);
    }
    for (int i = 0; i < foot.size(); i++) {
      svg.text("foot", 18, height - 14 - 16 * (foot.size() - 1 - i), foot.get(i));
    }
    return svg.finish();
  }

  /** Sets the names in lines below the title, or, without a picture, counts the lines. */
  private int legend(double width, @Nullable Svg svg) {
    List<Series> series = panels.getFirst().series();
    double x = 24;
    int lines = 0;
    for (int i = 0; i < series.size(); i++) {
      String name = series.get(i).name();
      double wide = 14 + Svg.widthOf(name, 12) + 18;
      if (name.isEmpty()) {
        continue;
      }
      if (lines == 0 || x + wide > width) {
        x = 24;
        lines++;
      }
      if (svg != null) {
        double y = 50 + (lines - 1) * LINE;
        Marker.of(i).draw(svg, x, y, true, null);
        svg.text("legend", x + 12, y + 4, name);
      }
      x += wide;
    }
    return lines;
  }

  /** Goes on to that place; the first step of a path only begins there. */
  static void step(StringBuilder path, double x, double y) {
    path.append(path.isEmpty() ? 'M' : 'L').append(Svg.number(x)).append(' ');
    path.append(Svg.number(y));
  }
}
