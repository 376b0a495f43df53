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

  static final String STYLE =
      """
      .line{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-opacity:0.75}
      .mark{stroke-width:1.6;stroke-linejoin:round}
      .open{fill:#ffffff}
      .c0{stroke:#0072b2}.f0{fill:#0072b2}
      .c1{stroke:#d55e00}.f1{fill:#d55e00}
      .c2{stroke:#009e73}.f2{fill:#009e73}
      .c3{stroke:#8c4a8c}.f3{fill:#8c4a8c}
      .c4{stroke:#b8860b}.f4{fill:#b8860b}
      .c5{stroke:#1b2733}.f5{fill:#1b2733}
      .c6{stroke:#4aa3df}.f6{fill:#4aa3df}
      """;

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
      Plot.step(path, x + SIZE * corners[i], y + SIZE * corners[i + 1]);
    }
    svg.path(look, path.append('z').toString(), hint);
  }
}
