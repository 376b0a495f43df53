package coterie.lab.picture;

import coterie.lab.picture.instants.Vectors;
import coterie.lab.picture.instants.Vectors.Cell;
import coterie.lab.svg.Svg;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Draws vectors: with numbers where there is room, else as stripes of colour. */
final class Cells {
  private static final List<String> LOOKS =
      List.of("unknown", "given", "correct", "faulty", "learned", "told", "own");
  private static final double TEXT_MAX = 11;

  /** The height of a stripe, as the style sheet has it. */
  private static final int STRIPE = 9;

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
    if (grid.isDense) {
      stripes(vector, left, top);
    } else {
      svg.rect("frame", left, top, width, grid.cellHeight, 2, hint(vector));
      numbers(vector, left, top);
    }
  }

  private static String hint(Story.Vector vector) {
    return vector.cells().stream()
        .map(cell -> Integer.toString(cell.count()))
        .collect(Collectors.joining(" ", "[", "]"));
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
      String steps = steps(vector, cell -> look(cell).equals(look), left, top + STRIPE / 2.0);
      boolean isOwn = look.equals("own");
      if (!steps.isEmpty()) {
        svg.path("stripe9 " + (isOwn ? "bar" : look), steps, isOwn ? hint(vector) : null);
      }
    }
    String bars = steps(vector, Cell::isNew, left, top + STRIPE + 2);
    if (!bars.isEmpty()) {
      svg.path("stripe2 bar", bars, null);
    }
  }

  /** A thick line along all entries of one kind, in steps, which keeps large pictures small. */
  private String steps(Story.Vector vector, Predicate<Cell> wanted, double left, double y) {
    StringBuilder steps = new StringBuilder();
    List<Cell> cells = vector.cells();
    int last = 0;
    for (int i = 0, end; i < cells.size(); i = end) {
      end = i + 1;
      if (wanted.test(cells.get(i))) {
        while (end < cells.size() && wanted.test(cells.get(end))) {
          end++;
        }
        steps.append(
            steps.isEmpty()
                ? "M" + Svg.number(left + i * grid.cell) + " " + Svg.number(y)
                : "m" + Svg.number((i - last) * grid.cell) + " 0");
        steps.append('h').append(Svg.number((end - i) * grid.cell));
        last = end;
      }
    }
    return steps.toString();
  }
}
