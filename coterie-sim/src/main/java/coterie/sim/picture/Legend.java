package coterie.sim.picture;

import coterie.core.Note;
import coterie.sim.picture.Sections.Stage;
import coterie.sim.trace.StampText;
import java.util.LinkedHashSet;
import java.util.Set;

/** Explains, in one line, the signs that the picture has. */
final class Legend {
  private static final double SIZE = 10.5;
  private static final double GAP = 14;

  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final Crowns crowns;
  private final Bars bars;
  private double x;
  private double y;
  private double left;
  private double right;

  Legend(Story story, Grid grid, Svg svg, Crowns crowns, Bars bars) {
    this.crowns = crowns;
    this.bars = bars;
    this.story = story;
    this.grid = grid;
    this.svg = svg;
  }

  void draw(double from, double top, double to) {
    x = from;
    left = from;
    right = to;
    y = top;
    Set<String> used = used();
    cell(used, "correct", "tested: correct");
    cell(used, "faulty", "tested: faulty");
    cell(used, "learned", "learned: correct");
    cell(used, "told", "learned: faulty");
    cell(used, "unknown", "unknown");
    cell(used, "given", "given");
    cell(used, "own", "itself");
    cell(used, "new", "new");
    bar(!crowns.isEmpty(), "reign", 8, "leads");
    bar(bars.has(Stage.WAITS), Bars.look(Stage.WAITS), 3, "waits");
    bar(bars.has(Stage.INSIDE), Bars.look(Stage.INSIDE), 8, "inside");
    bar(bars.has(Stage.TOGETHER), Bars.look(Stage.TOGETHER), 8, "two inside");
    arrow(used, "found", "test");
    arrow(used, "missed", "failed test");
    arrow(used, "sent", "message");
    arrow(used, "lost", "lost");
    stamp(used, Note.PHYSICAL, "7ms", "wall clock since the start");
    stamp(used, StampText.LAMPORT, "L3", "Lamport");
    stamp(used, Note.VECTOR, "[1,2]", "vector");
    stamp(used, StampText.HYBRID, "7/1", "hybrid: ms/counter");
  }

  private void stamp(Set<String> used, String clock, String sample, String words) {
    if (used.contains(StampedEvent.look(clock))) {
      double width = Svg.widthOf(sample, SIZE) + 3;
      room(width, words);
      svg.text(StampedEvent.look(clock), x, y, SIZE, sample);
      words(width, words);
    }
  }

  private void bar(boolean isUsed, String look, double width, String words) {
    if (isUsed) {
      room(width, words);
      svg.rect(look, x, y - 11, width, 14, Math.min(3, width / 2), null);
      words(width + 5, words);
    }
  }

  private Set<String> used() {
    Set<String> used = new LinkedHashSet<>();
    for (Grid.Band band : grid.bands) {
      for (Story.Vector vector : band.vectors()) {
        vector.cells().forEach(cell -> used.add(Cells.look(cell)));
        used.addAll(vector.isNew() ? Set.of("new") : Set.of());
      }
    }
    for (Grid.Band band : grid.bands) {
      for (Grid.Placed placed : band.placed()) {
        if (placed.op() instanceof StampedEvent event) {
          event.stamps().forEach(stamp -> used.add(StampedEvent.look(stamp.clock())));
        }
      }
    }
    for (Flight flight : story.flights.all()) {
      used.add(
          switch (flight.fate) {
            case FOUND_CORRECT -> "found";
            case FOUND_FAULTY -> "missed";
            case ARRIVED, UNDER_WAY -> "sent";
            case LOST, REFUSED -> "lost";
            case HIDDEN -> "";
          });
    }
    return used;
  }

  private void cell(Set<String> used, String look, String words) {
    if (!used.contains(look)) {
      return;
    }
    room(14, words);
    switch (look) {
      case "own" -> svg.rect(grid.isDense ? "bar" : "ownline", x + 0.5, y - 9.5, 11, 11, 2, null);
      case "new" -> changed();
      default -> svg.rect(look, x, y - 10, 12, 12, 2, null);
    }
    words(17, words);
  }

  private void changed() {
    if (grid.isDense) {
      svg.rect("bar", x + 1, y - 2, 10, 2.5, 0, null);
    } else {
      svg.rect("new", x + 0.5, y - 9.5, 11, 11, 2, null);
    }
  }

  private void arrow(Set<String> used, String look, String words) {
    if (!used.contains(look)) {
      return;
    }
    room(24, words);
    svg.line(look, x, y - 4, x + 18, y - 4);
    switch (look) {
      case "missed" -> cross("x");
      case "lost" -> cross("lostx");
      default -> {
        String tip = Svg.number(x + 20) + " " + Svg.number(y - 4);
        svg.path(look + "end", "M" + tip + "l-7 -3.2v6.4z", null);
      }
    }
    words(26, words);
  }

  private void cross(String look) {
    String start = Svg.number(x + 15) + " " + Svg.number(y - 7.5);
    svg.path(look, "M" + start + "l7 7m-7 0l7 -7", null);
  }

  private void room(double sign, String words) {
    if (x + sign + Svg.widthOf(words, SIZE) > right) {
      x = left;
      y += 16;
    }
  }

  private void words(double sign, String words) {
    svg.text("key", x + sign, y, words);
    x += sign + Svg.widthOf(words, SIZE) + GAP;
  }
}
