package coterie.lab.svg;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Several pictures as the panels of one, two in a row. */
public final class SideBySide {
  private static final int COLUMNS = 2;
  private static final double GAP = 12;
  private static final double TOP = 46;
  private static final String STYLE = ".panels{font-size:16px;font-weight:bold;fill:#1b2733}\n";
  private static final Pattern SIZE = Pattern.compile(" width=\"([0-9.]+)\" height=\"([0-9.]+)\"");

  private SideBySide() {}

  /**
   * Puts pictures that {@link Svg} has written beside and below each other.
   *
   * @param title what all of them show
   */
  public static String svg(String title, List<String> panels) {
    double[] widths = panels.stream().mapToDouble(panel -> size(panel, 1)).toArray();
    double[] heights = panels.stream().mapToDouble(panel -> size(panel, 2)).toArray();
    double column = 0;
    for (double width : widths) {
      column = Math.max(column, width + GAP);
    }
    StringBuilder body = new StringBuilder();
    double top = TOP;
    double bottom = TOP;
    for (int i = 0; i < panels.size(); i++) {
      top = i % COLUMNS == 0 ? bottom : top;
      bottom = Math.max(bottom, top + heights[i] + GAP);
      double left = GAP + i % COLUMNS * column;
      String place = " x=\"%s\" y=\"%s\"".formatted(Svg.number(left), Svg.number(top));
      body.append(
          panels.get(i).replaceFirst("<svg ", Matcher.quoteReplacement("<svg" + place + " ")));
    }
    double width = GAP + Math.min(COLUMNS, panels.size()) * column;
    Svg svg = new Svg(width, bottom, title, STYLE);
    svg.text("panels", 18, 30, title);
    return svg.finish().replaceFirst("</svg>\\s*$", Matcher.quoteReplacement(body + "</svg>\n"));
  }

  private static double size(String picture, int group) {
    Matcher size = SIZE.matcher(picture);
    if (!size.find()) {
      throw new IllegalArgumentException("a panel has no size");
    }
    return Double.parseDouble(size.group(group));
  }
}
