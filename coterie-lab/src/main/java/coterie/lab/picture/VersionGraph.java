package coterie.lab.picture;

import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The versions of documents as a picture: for every document a lane for each author, a column for
 * each version, and a line from every version to those that were made from it. Siblings and merges
 * are marked, and where a version was made from one that is forgotten.
 */
public final class VersionGraph {
  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .name{font-size:13px;font-weight:bold;fill:#1b2733}
      .muted{font-size:12px;fill:#6b7885}
      .key{font-size:10.5px;fill:#3b4856}
      .lane{stroke:#e3e7ec;stroke-width:1}
      .author{font-size:11px;font-weight:bold;fill:#3b4856}
      .when{font-size:8.5px;fill:#6b7885;text-anchor:middle}
      .made{fill:none;stroke:#5a6b7c;stroke-width:1.5}
      .lost{fill:none;stroke:#b56a1d;stroke-width:1.5;stroke-dasharray:3 3}
      .old{fill:#eef1f5;stroke:#8794a1;stroke-width:1.2}
      .current{fill:#8ed79f;stroke:#23843c;stroke-width:1.6}
      .merge{fill:none;stroke:#7048a8;stroke-width:1.6}
      .dot{font-size:11px;fill:#1b2733;text-anchor:middle}
      """;

  /** With more, the others are counted. */
  private static final int DOCUMENTS_MAX = 12;

  private static final double LEFT = 70;
  private static final double COLUMN = 84;
  private static final double ROW = 44;
  private static final double WIDTH = 62;
  private static final double HEIGHT = 24;
  private static final double TOP = 44;
  private static final double KEY = 40;
  private static final double WIDTH_MIN = 680;

  private final List<Panel> panels;
  private final int leftOut;
  private final String title;

  private VersionGraph(String title, List<Panel> panels) {
    this.title = title;
    this.panels = panels.subList(0, Math.min(panels.size(), DOCUMENTS_MAX));
    this.leftOut = panels.size() - this.panels.size();
  }

  /**
   * The picture of all that some copies remember together, as SVG.
   *
   * @param title what ran, such as "documents, seed 7"
   */
  public static String svg(String title, List<List<Lineage>> copies) {
    TreeMap<String, List<Lineage>> byName = new TreeMap<>();
    for (List<Lineage> copy : copies) {
      for (Lineage lineage : copy) {
        byName.computeIfAbsent(lineage.name(), name -> new ArrayList<>()).add(lineage);
      }
    }
    List<Panel> panels = new ArrayList<>();
    byName.forEach((name, lineages) -> panels.add(new Panel(name, together(lineages))));
    return new VersionGraph(title, panels).draw();
  }

  /** A version that one copy knows to be superseded is so, whatever the others know. */
  private static List<Lineage.Link> together(List<Lineage> lineages) {
    TreeMap<Dot, Lineage.Link> all = new TreeMap<>();
    TreeSet<Dot> superseded = new TreeSet<>();
    for (Lineage lineage : lineages) {
      for (Lineage.Link link : lineage.versions()) {
        all.put(link.dot(), link);
        superseded.addAll(link.base());
        if (!link.isCurrent()) {
          superseded.add(link.dot());
        }
      }
    }
    List<Lineage.Link> left = new ArrayList<>();
    for (Lineage.Link link : all.values()) {
      left.add(superseded.contains(link.dot()) ? link.superseded() : link);
    }
    left.sort(Lineage.Link.BY_STAMP);
    return inOrder(left);
  }

  /** By their stamps, but none before what it was made from, however wrong a clock was. */
  private static List<Lineage.Link> inOrder(List<Lineage.Link> links) {
    List<Lineage.Link> waiting = new ArrayList<>(links);
    List<Lineage.Link> placed = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Lineage.Link next = waiting.getFirst();
      for (Lineage.Link link : waiting) {
        if (waiting.stream().noneMatch(other -> link.base().contains(other.dot()))) {
          next = link;
          break;
        }
      }
      waiting.remove(next);
      placed.add(next);
    }
    return placed;
  }

  /** One document. */
  private static final class Panel {
    final String name;
    final List<Lineage.Link> links;
    final List<NodeId> authors;
    final TreeMap<Dot, Integer> columns = new TreeMap<>();

    Panel(String name, List<Lineage.Link> links) {
      this.name = name;
      this.links = links;
      TreeSet<NodeId> all = new TreeSet<>();
      for (int i = 0; i < links.size(); i++) {
        all.add(links.get(i).dot().node());
        columns.put(links.get(i).dot(), i);
      }
      this.authors = List.copyOf(all);
    }

    double height() {
      return 34 + ROW * authors.size() + 20;
    }

    double width() {
      return LEFT + COLUMN * links.size() + 24;
    }

    String words() {
      long current = links.stream().filter(Lineage.Link::isCurrent).count();
      String siblings = current > 1 ? ", %d of them siblings".formatted(current) : "";
      return links.size() == 1
          ? "1 version is remembered"
          : "%d versions are remembered%s".formatted(links.size(), siblings);
    }

    /** Whether a version stands on that lane between two columns. */
    boolean isBlocked(NodeId lane, int from, int to) {
      for (int i = from + 1; i < to; i++) {
        if (links.get(i).dot().node().equals(lane)) {
          return true;
        }
      }
      return false;
    }
  }

  private String draw() {
    double width = WIDTH_MIN;
    double height = TOP + KEY + (leftOut > 0 || panels.isEmpty() ? 24 : 0);
    for (Panel panel : panels) {
      width = Math.max(width, panel.width());
      height += panel.height();
    }
    Svg svg = new Svg(width, height, title + ": the versions of documents", STYLE);
    svg.text("title", 20, 28, title + ": versions, and what each was made from");
    double y = TOP;
    for (Panel panel : panels) {
      draw(svg, panel, y, width);
      y += panel.height();
    }
    if (panels.isEmpty()) {
      svg.text("muted", 20, y + 12, "No version is remembered.");
    } else if (leftOut > 0) {
      svg.text("muted", 20, y + 12, "And %d more documents.".formatted(leftOut));
    }
    key(svg, height - 20);
    return svg.finish();
  }

  private static void draw(Svg svg, Panel panel, double top, double width) {
    String name = Svg.shortened(panel.name, 13 * Svg.BOLD, width / 2);
    svg.text("name", 20, top + 18, name);
    svg.text("muted", 32 + Svg.widthOf(name, 13 * Svg.BOLD), top + 18, panel.words());
    for (int i = 0; i < panel.authors.size(); i++) {
      double y = laneY(panel, panel.authors.get(i), top);
      String author = Svg.shortened(panel.authors.get(i).toString(), 12.4, LEFT - 26);
      svg.line("lane", LEFT - 6, y, width - 16, y);
      svg.text("author", 20, y + 4, author);
    }
    panel.links.forEach(link -> drawBases(svg, panel, link, top));
    panel.links.forEach(link -> drawVersion(svg, panel, link, top));
  }

  private static double laneY(Panel panel, NodeId author, double top) {
    return top + 34 + ROW * panel.authors.indexOf(author) + ROW / 2;
  }

  private static double columnX(int column) {
    return LEFT + COLUMN * column + 11;
  }

  private static void drawVersion(Svg svg, Panel panel, Lineage.Link link, double top) {
    double x = columnX(panel.columns.getOrDefault(link.dot(), 0));
    double y = laneY(panel, link.dot().node(), top) - HEIGHT / 2;
    String hint =
        "version %s by %s at %s, made from %s"
            .formatted(
                link.version(),
                link.dot().node(),
                link.when(),
                link.isFirst() ? "nothing" : link.base());
    svg.rect(link.isCurrent() ? "current" : "old", x, y, WIDTH, HEIGHT, 5, hint);
    if (link.base().size() > 1) {
      svg.rect("merge", x - 3, y - 3, WIDTH + 6, HEIGHT + 6, 7, null);
    }
    svg.text("dot", x + WIDTH / 2, y + 16, Svg.shortened(link.dot().toString(), 11, WIDTH - 6));
    double bottom = top + panel.height() - 14;
    svg.text("when", x + WIDTH / 2, bottom, timeOfDay(link.when()));
  }

  /** Of 2025-01-01T00:00:00.100Z/0 the middle; else as much as there is room for. */
  private static String timeOfDay(String when) {
    boolean isInstant = when.length() > 23 && when.charAt(10) == 'T';
    return isInstant ? when.substring(11, 23) : Svg.shortened(when, 8.5, COLUMN - 6);
  }

  private static void drawBases(Svg svg, Panel panel, Lineage.Link link, double top) {
    int to = panel.columns.getOrDefault(link.dot(), 0);
    double y = laneY(panel, link.dot().node(), top);
    boolean isForgotten = !link.isFirst() && link.base().isEmpty();
    for (Dot base : link.base()) {
      Integer from = panel.columns.get(base);
      if (from == null) {
        isForgotten = true;
      } else {
        svg.path("made", path(panel, base, from, link.dot(), to, top), null);
      }
    }
    if (isForgotten) {
      svg.line("lost", columnX(to) - 18, y, columnX(to), y);
    }
  }

  /** Along the lane of the one or of the other, where no version is in the way; else above it. */
  private static String path(Panel panel, Dot base, int from, Dot made, int to, double top) {
    double y1 = laneY(panel, base.node(), top);
    double y2 = laneY(panel, made.node(), top);
    double x1 = columnX(from) + WIDTH;
    double x2 = columnX(to);
    if (!panel.isBlocked(base.node(), from, to)) {
      return "M%s %sH%s".formatted(n(x1), n(y1), n(x2 - 20)) + turn(x2 - 20, y1, x2, y2);
    }
    if (!base.node().equals(made.node()) && !panel.isBlocked(made.node(), from, to)) {
      return "M%s %s".formatted(n(x1), n(y1)) + turn(x1, y1, x1 + 20, y2) + "H" + n(x2);
    }
    double above = y1 - HEIGHT / 2 - 7;
    return "M%s %s".formatted(n(x1), n(y1 - 4))
        + turn(x1, y1 - 4, x1 + 10, above)
        + "H%s".formatted(n(x2 - 20))
        + turn(x2 - 20, above, x2, base.node().equals(made.node()) ? y2 - 4 : y2);
  }

  private static String turn(double x1, double y1, double x2, double y2) {
    double middle = (x1 + x2) / 2;
    return "C%s %s %s %s %s %s".formatted(n(middle), n(y1), n(middle), n(y2), n(x2), n(y2));
  }

  private static String n(double value) {
    return Svg.number(value);
  }

  private static void key(Svg svg, double y) {
    double x = 20;
    x = key(svg, x, y, "current", "current, a sibling if there are several");
    x = key(svg, x, y, "old", "superseded");
    svg.rect("old", x + 3, y - 9, 16, 10, 3, null);
    svg.rect("merge", x, y - 12, 22, 16, 5, null);
    svg.text("key", x + 30, y, "a merge");
    x += 30 + Svg.widthOf("a merge", 10.5) + 20;
    svg.line("lost", x, y - 4, x + 22, y - 4);
    svg.text("key", x + 28, y, "made from a forgotten one");
  }

  private static double key(Svg svg, double x, double y, String look, String words) {
    svg.rect(look, x, y - 9, 16, 10, 3, null);
    svg.text("key", x + 24, y, words);
    return x + 24 + Svg.widthOf(words, 10.5) + 20;
  }
}
