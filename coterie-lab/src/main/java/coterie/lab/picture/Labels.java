package coterie.lab.picture;

import coterie.lab.picture.Pen.Box;
import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes words, and remembers where, so that nothing is written over them. */
final class Labels {
  private static final double SHELF = 16;

  private final Svg svg;
  private final double left;
  private final double right;
  private final double bottom;
  private final List<List<Box>> shelves = new ArrayList<>();
  private final List<Box> lines = new ArrayList<>();

  /** Words that are not required stay between these. */
  Labels(Svg svg, double left, double right, double bottom) {
    this.svg = svg;
    this.left = left;
    this.right = right;
    this.bottom = bottom;
  }

  /** Writes what must be there; its place has been kept free. */
  void write(Pen pen, double x, double y, String words) {
    svg.text(pen.look(), x, y, words);
    take(pen.box(x, y, words));
  }

  /** Writes it if there is room. */
  boolean tryWrite(Pen pen, double x, double y, String words) {
    Box box = pen.box(x, y, words);
    boolean isFree = box.left() >= left && box.right() <= right && box.bottom() <= bottom;
    if (isFree && near(box).noneMatch(box::overlaps)) {
      write(pen, x, y, words);
      return true;
    }
    return false;
  }

  /** Writes it if there is room, and no line goes through it. */
  boolean tryWriteBeside(Pen pen, double x, double y, String words) {
    Box box = pen.box(x, y, words);
    return lines.stream().noneMatch(box::overlaps) && tryWrite(pen, x, y, words);
  }

  /** There is a line from one side to another. */
  void line(double x1, double x2, double y) {
    lines.add(new Box(Math.min(x1, x2), y, Math.max(x1, x2), y));
  }

  /** Nothing that is not required is written there. */
  void take(Box box) {
    for (int i = shelf(box.top()); i <= shelf(box.bottom()); i++) {
      while (shelves.size() <= i) {
        shelves.add(new ArrayList<>());
      }
      shelves.get(i).add(box);
    }
  }

  private Stream<Box> near(Box box) {
    int from = Math.min(shelf(box.top()), shelves.size());
    int to = Math.min(shelf(box.bottom()) + 1, shelves.size());
    return shelves.subList(from, to).stream().flatMap(List::stream);
  }

  private static int shelf(double y) {
    return (int) Math.max(0, Math.floor(y / SHELF));
  }
}
