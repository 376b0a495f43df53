package coterie.sim.trace;

import coterie.sim.trace.Vectors.Cell;
import java.util.List;
import java.util.StringJoiner;

/** Draws vectors: with numbers where there is room, else as stripes of colour. */
final class Cells {
  private static final List<String> LOOKS =
      List.of("unknown", "given", "correct", "faulty", "learned", "told", "own");
  private static final double TEXT_MAX = 11;

  private final Grid grid;
  private final Svg svg;

  Cells(Grid grid, Svg svg) {
    this.grid = grid;
    this.svg = svg;
  }

  static String look(Cell cell) {
    return switch (cell.origin()) {
      case UNKNOWN -> "unknown";
      case OWN -> "own";
      case GIVEN -> "given";
      case TESTED -> cell.isFaulty() ? "faulty" : "correct";
      case LEARNED -> cell.isFaulty() ? "told" : "learned";
    };
  }

  void draw(Story.Vector vector, double top) {
    double width = vector.cells().size() * grid.cell;
    double left = grid.x(vector.lane()) - width / 2;
    svg.rect("frame", left, top, width, grid.cellHeight, grid.isDense ? 0 : 2, hint(vector));
    if (grid.isDense) {
      stripes(vector, left, top);
    } else {
      numbers(vector, left, top);
    }
  }

  private static String hint(Story.Vector vector) {
    StringJoiner text = new StringJoiner(" ", "[", "]");
    vector.cells().forEach(cell -> text.add(Integer.toString(cell.count())));
    return text.toString();
  }

  private void numbers(Story.Vector vector, double left, double top) {
    for (int i = 0; i < vector.cells().size(); i++) {
      Cell cell = vector.cells().get(i);
      number(cell, left + i * grid.cell, top);
    }
    for (int i = 0; i < vector.cells().size(); i++) {
      double x = left + i * grid.cell;
      if (vector.cells().get(i).isNew()) {
        svg.rect("new", x + 0.5, top + 0.5, grid.cell - 1, grid.cellHeight - 1, 2, null);
      }
    }
  }

  private void number(Cell cell, double x, double top) {
    String look = look(cell);
    svg.rect("cell " + look, x, top, grid.cell, grid.cellHeight, 2, null);
    if (cell.origin() == Vectors.Origin.OWN) {
      svg.rect("ownline", x + 1, top + 1, grid.cell - 2, grid.cellHeight - 2, 2, null);
    }
    String text = Integer.toString(cell.count());
    double size = Math.min(TEXT_MAX, (grid.cell - 2) / (0.64 * text.length()));
    String ink =
        switch (look) {
          case "unknown" -> "count dim";
          case "told" -> "count white";
          default -> "count";
        };
    String weight = cell.isNew() ? " bold" : "";
    svg.text(ink + weight, x + grid.cell / 2, top + grid.cellHeight / 2 + size * 0.36, size, text);
  }

  /** One path for each colour, and a bar below every entry that is new. */
  private void stripes(Story.Vector vector, double left, double top) {
    for (String look : LOOKS) {
      StringBuilder steps = new StringBuilder();
      for (int i = 0; i < vector.cells().size(); i++) {
        if (look(vector.cells().get(i)).equals(look)) {
          box(steps, left + i * grid.cell, top, grid.cell, grid.cellHeight - 2);
        }
      }
      if (!steps.isEmpty()) {
        svg.path(look.equals("own") ? "bar" : look, steps.toString(), null);
      }
    }
    StringBuilder bars = new StringBuilder();
    for (int i = 0; i < vector.cells().size(); i++) {
      if (vector.cells().get(i).isNew()) {
        box(bars, left + i * grid.cell, top + grid.cellHeight - 1, grid.cell, 2);
      }
    }
    if (!bars.isEmpty()) {
      svg.path("bar", bars.toString(), null);
    }
  }

  private static void box(StringBuilder steps, double x, double y, double w, double h) {
    steps.append('M').append(Svg.number(x)).append(' ').append(Svg.number(y));
    steps.append('h').append(Svg.number(w)).append('v').append(Svg.number(h));
    steps.append('h').append(Svg.number(-w)).append('z');
  }
}
