package coterie.lab.picture;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.picture.instants.Steps;
import coterie.lab.picture.instants.Vectors;
import coterie.lab.svg.Svg;
import coterie.sim.trace.TraceEvent;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A run of a protocol that tests and counts, as a row of small pictures: one for every test, with
 * what every process knows after it. An entry is green or red where a process has tested itself,
 * and blue where it has learned from another; a frame marks what is new.
 */
public final class Panels {
  /** Vectors of more entries would not be read. */
  public static final int NODES_MAX = 16;

  /** More steps are left out. */
  public static final int STEPS_MAX = Steps.MAX;

  private static final String STYLE =
      Look.STYLE
          + """
          .letter{font-size:12.5px;font-weight:bold;fill:#1b2733}
          .when{font-size:10.5px;fill:#6b7885}
          .words{font-size:10px;fill:#3b4856}
          .section{font-size:11.5px;font-weight:bold;fill:#5b3591}
          .rule{stroke:#d8dee5;stroke-width:1}
          .who{font-size:10.5px;font-weight:bold;fill:#1b2733;text-anchor:end}
          .gone{font-size:10px;font-style:italic;fill:#a3140d}
          .none{font-size:10.5px;fill:#8a95a1;text-anchor:end;text-decoration:line-through}
          """;

  private static final double MARGIN = 18;
  private static final double CELL = 22;
  private static final double ROW = 19;
  private static final double CELL_HEIGHT = 16;
  private static final double HEAD = 40;
  private static final double WORDS = 12.5;
  private static final double ARC = 30;
  private static final double NAME = 28;
  private static final double GAP = 14;
  private static final double WIDTH = 980;
  private static final double TITLE = 24;
  private static final double ABOVE = 8;
  private static final double TOP = 74;

  private final Steps steps;
  private final int size;
  private final double panelWidth;
  private final int columns;
  private final Svg svg;

  private Panels(String name, Steps steps) {
    this.steps = steps;
    this.size = steps.lanes().size();
    this.panelWidth = Math.max(ARC + NAME + size * CELL, 172);
    this.columns = Math.max(1, (int) ((WIDTH - 2 * MARGIN + GAP) / (panelWidth + GAP)));
    double width = 2 * MARGIN + columns * (panelWidth + GAP) - GAP;
    this.svg = new Svg(width, height(), name, STYLE);
    svg.text("title", MARGIN, 28, name);
    legend();
  }

  /**
   * The picture, as SVG, from a trace of all kinds.
   *
   * @param letters of the steps that are shown, by the position of an event of theirs; if there are
   *     none, all are shown
   */
  public static String svg(
      String name, View members, List<TraceEvent> events, SortedMap<Integer, String> letters) {
    return new Panels(name, new Steps(members, events, letters)).draw();
  }

  /** How many steps of that run the picture has no room for. */
  public static int leftOut(
      View members, List<TraceEvent> events, SortedMap<Integer, String> letters) {
    return new Steps(members, events, letters).leftOut();
  }

  private double height() {
    double height = TOP;
    for (Steps.Section section : steps.sections()) {
      height += section.titles.size() * 16 + TITLE - 16 + ABOVE;
      for (int i = 0; i < section.panels.size(); i += columns) {
        height += lineHeight(line(section, i)) + GAP;
      }
    }
    return height + 4;
  }

  private List<Steps.Panel> line(Steps.Section section, int from) {
    return section.panels.subList(from, Math.min(from + columns, section.panels.size()));
  }

  private double lineHeight(List<Steps.Panel> line) {
    int words = line.stream().mapToInt(panel -> panel.words().size()).max().orElse(0);
    return HEAD - 20 + words * WORDS + size * ROW;
  }

  private String draw() {
    double y = TOP;
    int number = 1;
    for (Steps.Section section : steps.sections()) {
      svg.line("rule", MARGIN, y - 12, MARGIN + columns * (panelWidth + GAP) - GAP, y - 12);
      for (String title : section.titles) {
        boolean isFirst = title.equals(section.titles.getFirst());
        svg.text("section", MARGIN, y + 4, isFirst ? number + ". " + title : title);
        y += 16;
      }
      number++;
      y += TITLE - 16;
      for (int i = 0; i < section.panels.size(); i += columns) {
        List<Steps.Panel> line = line(section, i);
        double height = lineHeight(line);
        for (int j = 0; j < line.size(); j++) {
          panel(line.get(j), MARGIN + j * (panelWidth + GAP), y, y + height - size * ROW);
        }
        y += height + GAP;
      }
      y += ABOVE;
    }
    return svg.finish();
  }

  private void panel(Steps.Panel panel, double left, double top, double rows) {
    svg.text("letter", left, top + 8, panel.letter());
    double after = left + Svg.widthOf(panel.letter(), 12.5) * Svg.BOLD + 8;
    svg.text("when", after, top + 8, "at " + TimeText.format(panel.atNanos()));
    for (int i = 0; i < panel.words().size(); i++) {
      svg.text("words", left, top + 22 + i * WORDS, panel.words().get(i));
    }
    for (int lane = 0; lane < size; lane++) {
      row(panel, lane, left + ARC + NAME, rows + lane * ROW);
    }
    if (panel.isTest()) {
      arrow(panel, left + ARC, rows + CELL_HEIGHT / 2);
    }
  }

  private void row(Steps.Panel panel, int lane, double left, double top) {
    String name = steps.lanes().node(lane).toString();
    List<Vectors.@Nullable Cell> cells = panel.rows().get(lane);
    double base = top + CELL_HEIGHT / 2 + 4;
    if (cells == null) {
      svg.text("none", left - 4, base, name);
      svg.text("gone", left + 3, base, "down");
      return;
    }
    svg.text("who", left - 4, base, name);
    for (int i = 0; i < cells.size(); i++) {
      cell(cells.get(i), left + i * CELL, top);
    }
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).isNew()) {
        svg.rect("new", left + i * CELL + 0.5, top + 0.5, CELL - 1, CELL_HEIGHT - 1, 2, null);
      }
    }
  }

  private void cell(Vectors.Cell cell, double left, double top) {
    String look = Cells.look(cell);
    svg.rect("cell " + look, left, top, CELL, CELL_HEIGHT, 2, null);
    if (cell.origin() == Vectors.Origin.OWN) {
      svg.rect("ownline", left + 1, top + 1, CELL - 2, CELL_HEIGHT - 2, 2, null);
    }
    String ink =
        switch (look) {
          case "unknown" -> "count dim";
          case "told" -> "count white";
          default -> "count";
        };
    String weight = cell.isNew() ? " bold" : "";
    String count = Integer.toString(cell.count());
    svg.text(ink + weight, left + CELL / 2, top + CELL_HEIGHT / 2 + 4, 11, count);
  }

  /** An arc at the left of the names, from the tester to the tested one. */
  private void arrow(Steps.Panel panel, double right, double top) {
    double from = top + panel.tester() * ROW;
    double to = top + panel.tested() * ROW;
    double depth = Math.min(ARC - 4, 8 + 6 * Math.abs(panel.tester() - panel.tested()));
    String look = panel.isFaulty() ? "missed" : "found";
    String bend = Svg.number(right - 1.3 * depth);
    String path =
        "M%s %sC%s %s %s %s %s %s"
            .formatted(
                Svg.number(right),
                Svg.number(from),
                bend,
                Svg.number(from),
                bend,
                Svg.number(to),
                Svg.number(right - 3),
                Svg.number(to));
    svg.path(look, path, panel.words().getFirst());
    if (panel.isFaulty()) {
      svg.cross("x", right, to, 3.5, null);
    } else {
      String x = Svg.number(right - 6);
      svg.path("foundend", "M%s %sl6 3.5l-6 3.5z".formatted(x, Svg.number(to - 3.5)), null);
    }
  }

  private void legend() {
    double x = MARGIN;
    x = key(x, "correct", "correct, tested by itself");
    x = key(x, "faulty", "faulty, tested by itself");
    x = key(x, "learned", "correct, learned");
    x = key(x, "told", "faulty, learned");
    x = key(x, "unknown", "unknown");
    x = key(x, "own", "itself");
    key(x, "new", "new");
  }

  private double key(double x, String look, String words) {
    svg.rect("cell " + look, x, 38, 14, 12, 2, null);
    if (look.equals("own")) {
      svg.rect("ownline", x + 1, 39, 12, 10, 2, null);
    }
    svg.text("key", x + 19, 48, words);
    return x + 19 + Svg.widthOf(words, 10.5) + 12;
  }
}
