package coterie.lab.svg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one SVG picture on a background of its own, so that it can stand on a white and on a dark
 * page. Shapes get their looks by class from one style sheet. The same calls give the same bytes.
 */
public final class Svg {
  private static final String FONTS =
      "font-family:'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif";
  private static final double CORNER = 10;

  /** How much wider bold words are. */
  public static final double BOLD = 1.13;

  private final StringBuilder out = new StringBuilder();

  /**
   * @param name what the picture shows, for those who cannot see it
   * @param style a style sheet without {@code <}, {@code &}
   */
  public Svg(double width, double height, String name, String style) {
    String w = number(width);
    String h = number(height);
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(w);
    out.append("\" height=\"").append(h).append("\" viewBox=\"0 0 ").append(w);
    out.append(' ').append(h).append("\" role=\"img\">\n<title>").append(escape(name));
    out.append("</title>\n<style>\ntext{").append(FONTS).append("}\n");
    out.append(".card{fill:#ffffff;stroke:#cfd6de}\n").append(style).append("</style>\n");
    rect("card", 0.5, 0.5, width - 1, height - 1, CORNER, null);
  }

  public void line(String look, double x1, double y1, double x2, double y2) {
    open("line", look);
    set("x1", x1);
    set("y1", y1);
    set("x2", x2);
    set("y2", y2);
    close("line", null);
  }

  public void rect(
      String look, double x, double y, double w, double h, double round, @Nullable String hint) {
    open("rect", look);
    set("x", x);
    set("y", y);
    set("width", w);
    set("height", h);
    if (round > 0) {
      set("rx", round);
    }
    close("rect", hint);
  }

  public void circle(String look, double x, double y, double radius, @Nullable String hint) {
    open("circle", look);
    set("cx", x);
    set("cy", y);
    set("r", radius);
    close("circle", hint);
  }

  /** Two strokes of that size to every side. */
  public void cross(String look, double x, double y, double size, @Nullable String hint) {
    String out = number(2 * size);
    String start = number(x - size) + " " + number(y - size);
    path(look, "M%sl%s %sm-%s 0l%s -%s".formatted(start, out, out, out, out, out), hint);
  }

  /** A path of absolute or relative steps, see {@link #number}. */
  public void path(String look, String steps, @Nullable String hint) {
    open("path", look);
    out.append(" d=\"").append(steps).append('"');
    close("path", hint);
  }

  public void text(String look, double x, double y, String words) {
    open("text", look);
    set("x", x);
    set("y", y);
    out.append('>').append(escape(words)).append("</text>\n");
  }

  /** Text in a size of its own. */
  public void text(String look, double x, double y, double size, String words) {
    open("text", look);
    set("x", x);
    set("y", y);
    set("font-size", size);
    out.append('>').append(escape(words)).append("</text>\n");
  }

  /** The picture. Nothing can be added after that. */
  public String finish() {
    return out.append("</svg>\n").toString();
  }

  /** How wide words are at most in the widest font of the stack. */
  public static double widthOf(String words, double size) {
    return words.codePoints().mapToDouble(Svg::widthOf).sum() * size;
  }

  private static double widthOf(int letter) {
    if ("ijlI.,:;'|! ".indexOf(letter) >= 0) {
      return 0.34;
    }
    if ("tfr()[]-·/".indexOf(letter) >= 0) {
      return 0.41;
    }
    if (letter >= 0x2000 || "mwMW@%".indexOf(letter) >= 0) {
      return 1;
    }
    boolean isBroad = letter >= 'A' && letter <= 'Z' && "EFJLPST".indexOf(letter) < 0;
    return isBroad || "+=<>×".indexOf(letter) >= 0 ? 0.79 : 0.64;
  }

  /** As much of the words as there is room for; of a list, as many as fit and how many more. */
  public static String shortened(String words, double size, double room) {
    String[] list = words.split(", ", -1);
    String shown = words;
    String first = list[0];
    for (int more = 1; more < list.length && widthOf(shown, size) > room; more++) {
      String some = String.join(", ", Arrays.copyOf(list, list.length - more));
      shown = some + " +" + more;
    }
    if (list.length > 1 && widthOf(shown, size) > room && first.contains(" ")) {
      shown = first.substring(0, first.lastIndexOf(' ')) + " ×" + list.length;
    }
    while (widthOf(shown, size) > room && shown.length() > 1) {
      shown = shown.substring(0, shown.length() - 2).stripTrailing() + "…";
    }
    return shown;
  }

  /** The words in lines that are no wider than there is room. */
  public static List<String> lines(String words, double size, double room) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && widthOf(longer, size) > room) {
        lines.add(line.toString());
        longer = word;
      }
      line.setLength(0);
      line.append(longer);
    }
    lines.add(shortened(line.toString(), size, room));
    return lines;
  }

  /** At most one decimal, and none where it is zero. */
  public static String number(double value) {
    long tenths = Math.round(value * 10);
    String sign = tenths < 0 ? "-" : "";
    long size = Math.abs(tenths);
    return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
  }

  /** The words as XML text; what XML cannot say becomes U+FFFD. */
  public static String escape(String words) {
    StringBuilder safe = new StringBuilder();
    words.codePoints().forEach(point -> escape(safe, point));
    return safe.toString();
  }

  private static void escape(StringBuilder safe, int point) {
    switch (point) {
      case '&' -> safe.append("&amp;");
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '"' -> safe.append("&quot;");
      case '\'' -> safe.append("&#39;");
      default -> safe.appendCodePoint(isXml(point) ? point : 0xFFFD);
    }
  }

  private static boolean isXml(int point) {
    boolean isControl = point < 0x20 && point != '\t' && point != '\n';
    boolean isSurrogate = point >= 0xD800 && point <= 0xDFFF;
    return !isControl && !isSurrogate && point != 0xFFFE && point != 0xFFFF;
  }

  private void open(String shape, String look) {
    out.append('<').append(shape).append(" class=\"").append(escape(look)).append('"');
  }

  private void set(String name, double value) {
    out.append(' ').append(name).append("=\"").append(number(value)).append('"');
  }

  private void close(String shape, @Nullable String hint) {
    if (hint == null) {
      out.append("/>\n");
    } else {
      out.append("><title>").append(escape(hint)).append("</title></").append(shape).append(">\n");
    }
  }
}
