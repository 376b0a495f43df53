package coterie.lab.chart;

import coterie.lab.svg.Svg;
import org.jspecify.annotations.Nullable;

/**
 * The sign of one curve: a colour that people with any kind of colour vision tell apart (after
 * Okabe and Ito 2008), and a shape, which tells it apart in print as well.
 */
record Marker(int colour, int shape) {
  private static final int COLOURS = 7;
  private static final double SIZE = 4.2;

  /** Polygons around zero, in units of the size; the first shape is a circle. */
  private static final double[][] SHAPES = {
    {},
    {-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9},
    {0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0},
    {0, -1.25, 1.2, 0.9, -1.2, 0.9},
    {0, 1.25, 1.2, -0.9, -1.2, -0.9},
    {-0.6, -1.1, 0.6, -1.1, 1.2, 0, 0.6, 1.1, -0.6, 1.1, -1.2, 0},
  };

  /** The sign of the curve of that number; 42 of them differ. */
  static Marker of(int number) {
    return new Marker(number % COLOURS, number % SHAPES.length);
  }

  String line() {
    return "line c" + colour;
  }

  void draw(Svg svg, double x, double y, boolean isFilled, @Nullable String hint) {
    String look = "mark c%d %s".formatted(colour, isFilled ? "f" + colour : "open");
    double[] corners = SHAPES[shape];
    if (corners.length == 0) {
      svg.circle(look, x, y, SIZE, hint);
      return;
    }
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < corners.length; i += 2) {
      Chart.step(path, x + SIZE * corners[i], y + SIZE * corners[i + 1]);
    }
    svg.path(look, path.append('z').toString(), hint);
  }
}
