package coterie.cli;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A space-time diagram read back: where its words, arrows, lanes and marks are. */
final class Drawing {
  /** Words and the room that they take at most. */
  record Words(String look, String text, double left, double top, double right, double bottom) {
    boolean overlaps(Words other) {
      return left < other.right - SLACK
          && other.left < right - SLACK
          && top < other.bottom - SLACK
          && other.top < bottom - SLACK;
    }
  }

  /** A line from one place to another; its end is that of what goes on behind it, or its tip. */
  record Arrow(String look, double fromX, double toX, String hint) {}

  /** A sign on a lane, or the line of a fault across all lanes. */
  record Sign(String look, double y) {}

  /** Rounding to a tenth may let neighbours touch. */
  private static final double SLACK = 0.4;

  /** The ascent and descent of DejaVu Sans, the first font of the stack and the largest one. */
  private static final double ASCENT = 0.93;

  private static final double DESCENT = 0.24;
  private static final double BOLD = 1.13;
  private static final Pattern RULE =
      Pattern.compile("\\.([a-z0-9]+)((?:,\\.[a-z0-9]+)*)\\{([^}]*)}");
  private static final Pattern SIZE = Pattern.compile("font-size:([0-9.]+)px");
  private static final Pattern ANCHOR = Pattern.compile("text-anchor:([a-z]+)");
  private static final Pattern STEPS = Pattern.compile("M(\\S+) (\\S+?)L(\\S+) ([-0-9.]+)");

  private final List<Element> elements = new ArrayList<>();
  private final Map<String, String> rules = new LinkedHashMap<>();
  private final List<Words> words;
  final double width;
  final double height;

  Drawing(String svg) throws Exception {
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getDocumentElement();
    this.width = number(root, "width");
    this.height = number(root, "height");
    NodeList nodes = root.getElementsByTagName("*");
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    Matcher rule = RULE.matcher(svg);
    while (rule.find()) {
      for (String look : (rule.group(1) + rule.group(2)).replace(".", "").split(",")) {
        rules.merge(look, rule.group(3), (one, other) -> one + ";" + other);
      }
    }
    this.words = all("text").map(this::words).toList();
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  private Stream<Element> all(String shape) {
    return elements.stream().filter(e -> e.getTagName().equals(shape));
  }

  private static String look(Element element) {
    return element.getAttribute("class");
  }

  List<Words> words() {
    return words;
  }

  List<Words> words(String look) {
    return words.stream().filter(w -> List.of(w.look.split(" ")).contains(look)).toList();
  }

  private Words words(Element text) {
    String style = "";
    for (String look : look(text).split(" ")) {
      style = rules.getOrDefault(look, "") + ";" + style;
    }
    Matcher sized = SIZE.matcher(style);
    double size = sized.find() ? Double.parseDouble(sized.group(1)) : number(text, "font-size");
    Matcher anchored = ANCHOR.matcher(style);
    String anchor = anchored.find() ? anchored.group(1) : "start";
    double wide = widthOf(text.getTextContent(), size) * (style.contains("bold") ? BOLD : 1);
    double x = number(text, "x");
    double left = anchor.equals("end") ? x - wide : anchor.equals("middle") ? x - wide / 2 : x;
    double y = number(text, "y");
    String content = text.getTextContent();
    return new Words(look(text), content, left, y - size * ASCENT, left + wide, y + size * DESCENT);
  }

  /** As DejaVu Sans has it, or a little more. */
  private static double widthOf(String words, double size) {
    return words.codePoints().mapToDouble(Drawing::widthOf).sum() * size;
  }

  private static double widthOf(int letter) {
    if ("ijl' ".indexOf(letter) >= 0 || ".,:;|I!".indexOf(letter) >= 0) {
      return 0.34;
    }
    if ("frt()[]-·/".indexOf(letter) >= 0) {
      return 0.41;
    }
    if ("mwMW@%…".indexOf(letter) >= 0 || letter > 0x2000) {
      return 1;
    }
    boolean isBroad = letter >= 'A' && letter <= 'Z' || "+=<>→×".indexOf(letter) >= 0;
    return isBroad && "PSTEFJL".indexOf(letter) < 0 ? 0.79 : 0.64;
  }

  /** A part of a lane that has a look of its own; the legend's are left out. */
  record Stretch(String look, String hint, double middle, double top, double bottom) {}

  /** The states of an election, by lane and from top to bottom. */
  List<Stretch> states() {
    return all("rect")
        .filter(e -> look(e).matches("phase[0-9]|throne"))
        .filter(e -> e.getElementsByTagName("title").getLength() > 0)
        .map(
            e ->
                new Stretch(
                    look(e),
                    e.getElementsByTagName("title").item(0).getTextContent(),
                    number(e, "x") + number(e, "width") / 2,
                    number(e, "y"),
                    number(e, "y") + number(e, "height")))
        .sorted(Comparator.comparingDouble(Stretch::middle).thenComparingDouble(Stretch::top))
        .toList();
  }

  /** Where lanes are. */
  TreeSet<Double> lanes() {
    TreeSet<Double> lanes = new TreeSet<>();
    all("line").filter(e -> look(e).startsWith("lane")).forEach(e -> lanes.add(number(e, "x1")));
    return lanes;
  }

  /** All arrows of the picture, those of the legend excepted, each with its farthest point. */
  List<Arrow> arrows() {
    List<Arrow> arrows = new ArrayList<>();
    List<Element> paths = all("path").toList();
    for (int i = 0; i < paths.size(); i++) {
      Matcher steps = STEPS.matcher(paths.get(i).getAttribute("d"));
      String look = look(paths.get(i));
      if (List.of("sent", "found", "missed", "lost").contains(look) && steps.find()) {
        String next = i + 1 < paths.size() ? look(paths.get(i + 1)) : "";
        boolean isLed = next.equals(look + "end") || next.equals(look + "rest");
        Element end = paths.get(isLed ? i + 1 : i);
        arrows.add(
            new Arrow(
                look,
                Double.parseDouble(steps.group(1)),
                farX(end, isLed && next.endsWith("rest"), steps),
                paths.get(i).getTextContent()));
      }
    }
    return arrows;
  }

  private static double farX(Element end, boolean isRest, Matcher line) {
    Matcher steps = STEPS.matcher(end.getAttribute("d"));
    if (!steps.find()) {
      throw new AssertionError("a path without a line: " + end.getAttribute("d"));
    }
    boolean isLine = isRest || end.getAttribute("d").equals(line.group());
    return Double.parseDouble(steps.group(isLine ? 3 : 1));
  }

  /** The signs of faults from top to bottom: on lanes, and lines across them. */
  List<Sign> faults() {
    List<Sign> signs = new ArrayList<>();
    for (Element element : elements) {
      switch (look(element)) {
        case "faultline" -> signs.add(new Sign("faultline", number(element, "y1")));
        case "crash" -> signs.add(new Sign("crash", crossY(element)));
        case "recover" -> {
          if (element.getTagName().equals("circle")) {
            signs.add(new Sign("recover", number(element, "cy")));
          }
        }
        case "pause" -> signs.add(new Sign("pause", number(element, "y") + 4));
        default -> {}
      }
    }
    return signs.stream().filter(sign -> sign.y > top()).toList();
  }

  private static double crossY(Element cross) {
    Matcher steps = Pattern.compile("M(\\S+) (\\S+?)l(\\S+) ").matcher(cross.getAttribute("d"));
    if (!steps.find()) {
      throw new AssertionError(cross.getAttribute("d"));
    }
    return Double.parseDouble(steps.group(2)) + Double.parseDouble(steps.group(3)) / 2;
  }

  /** Where lanes begin; above are the title and the legend. */
  double top() {
    return all("line")
        .filter(e -> look(e).startsWith("lane"))
        .mapToDouble(e -> number(e, "y1"))
        .min()
        .orElse(0);
  }

  /** The label of the row at that height. */
  String time(double y) {
    String time = "";
    for (Words words : words("time")) {
      double middle = words.top + 10.5 * ASCENT - 3.5;
      time = middle <= y + 0.5 ? words.text : time;
    }
    return time;
  }

  /** Whether a label of the time axis stands at just that height. */
  boolean isTimeAt(double y, String time) {
    return words("time").stream()
        .anyMatch(w -> w.text.equals(time) && Math.abs(w.top + 10.5 * ASCENT - 3.5 - y) < 0.6);
  }
}
