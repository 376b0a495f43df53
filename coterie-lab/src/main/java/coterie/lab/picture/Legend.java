package coterie.lab.picture;

import coterie.core.Note;
import coterie.lab.picture.Sections.Stage;
import coterie.lab.picture.Story.Sign;
import coterie.lab.svg.Svg;
import coterie.sim.trace.StampText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains the signs that the picture has, and says how many messages there are of which kind. */
final class Legend {
  static final double LINE = 16;
  private static final double SIZE = 10.5;
  private static final double GAP = 14;
  private static final double LEFT = 18;

  /** Draws a sign whose words begin at the given place. */
  private interface Sample {
    void draw(Svg svg, double x, double y);
  }

  /** A sign and what it means. */
  private record Entry(double sign, String look, String words, Sample sample) {
    double width() {
      return sign + Svg.widthOf(words, SIZE);
    }
  }

  private final Story story;
  private final Grid grid;
  private final Crowns crowns;
  private final Bars bars;
  private final List<Entry> entries = new ArrayList<>();

  Legend(Story story, Grid grid, Crowns crowns, Bars bars, Coats coats, Conflict conflict) {
    this.crowns = crowns;
    this.bars = bars;
    this.story = story;
    this.grid = grid;
    Set<String> used = used();
    cell(used, "correct", "tested: correct");
    cell(used, "faulty", "tested: faulty");
    cell(used, "learned", "learned: correct");
    cell(used, "told", "learned: faulty");
    cell(used, "unknown", "unknown");
    cell(used, "given", "given");
    cell(used, "own", "itself");
    cell(used, "new", "new");
    marks(used);
    bar(!this.crowns.isEmpty(), "reign", 8, "leads");
    if (!conflict.isEmpty()) {
      add(20, "key", "conflict", (svg, x, y) -> svg.circle("conflict", x + 8, y - 4, 6, null));
    }
    coats.looks().forEach(this::phase);
    bar(this.bars.has(Stage.WAITS), Bars.look(Stage.WAITS), 3, "waits");
    bar(this.bars.has(Stage.INSIDE), Bars.look(Stage.INSIDE), 8, "inside");
    bar(this.bars.has(Stage.TOGETHER), Bars.look(Stage.TOGETHER), 8, "two inside");
    stamp(used, Note.PHYSICAL, "7ms", "wall clock since the start");
    stamp(used, StampText.LAMPORT, "L3", "Lamport");
    stamp(used, Note.VECTOR, "[1,2]", "vector");
    stamp(used, StampText.HYBRID, "7/1", "hybrid: ms/counter");
    arrow(used, "found", "test");
    arrow(used, "missed", "failed test");
    arrow(used, "lost", "lost");
    arrow(used, "sent", "message");
    story.kinds.forEach((kind, count) -> add(0, "kind", count + " " + kind, (svg, x, y) -> {}));
  }

  private void add(double sign, String look, String words, Sample sample) {
    entries.add(new Entry(sign, look, words, sample));
  }

  /** How many lines it takes. */
  int lines() {
    return flow(null, 0);
  }

  void draw(Svg svg, double top) {
    flow(svg, top);
  }

  private int flow(@Nullable Svg svg, double top) {
    double x = LEFT;
    int line = 0;
    for (Entry entry : entries) {
      if (x > LEFT && x + entry.width() > grid.width() - LEFT) {
        x = LEFT;
        line++;
      }
      if (svg != null) {
        double y = top + line * LINE;
        entry.sample.draw(svg, x, y);
        svg.text(entry.look, x + entry.sign, y, entry.words);
      }
      x += entry.width() + GAP;
    }
    return entries.isEmpty() ? 0 : line + 1;
  }

  private void stamp(Set<String> used, String clock, String sample, String words) {
    if (used.contains(StampedEvent.look(clock))) {
      double width = Svg.widthOf(sample, SIZE) + 3;
      String look = StampedEvent.look(clock);
      add(width, "key", words, (svg, x, y) -> svg.text(look, x, y, SIZE, sample));
    }
  }

  private void phase(String look, String words) {
    if (look.equals("rest")) {
      add(8, "key", words, (svg, x, y) -> svg.line(look, x + 3, y - 11, x + 3, y + 3));
    } else {
      bar(true, look, 6, words);
    }
  }

  private void bar(boolean isUsed, String look, double width, String words) {
    if (isUsed) {
      double round = Math.min(3, width / 2);
      add(
          width + 5,
          "key",
          words,
          (svg, x, y) -> svg.rect(look, x, y - 11, width, 14, round, null));
    }
  }

  private void marks(Set<String> used) {
    if (used.contains("crash")) {
      add(15, "key", "crash", (svg, x, y) -> svg.cross("crash", x + 5, y - 4, 5, null));
    }
    if (used.contains("recover")) {
      add(15, "key", "recovery", (svg, x, y) -> svg.circle("recover", x + 5, y - 4, 4.5, null));
    }
    if (used.contains("pause")) {
      add(14, "key", "pause", (svg, x, y) -> svg.rect("pause", x + 1, y - 8, 8, 8, 0, null));
    }
  }

  private Set<String> used() {
    Set<String> used = new LinkedHashSet<>();
    for (Band band : grid.bands) {
      for (Story.Vector vector : band.vectors()) {
        vector.cells().forEach(cell -> used.add(Cells.look(cell)));
        used.addAll(vector.isNew() ? Set.of("new") : Set.of());
      }
    }
    for (Band band : grid.bands) {
      for (Band.Placed placed : band.placed()) {
        switch (placed.op()) {
          case StampedEvent event ->
              event.stamps().forEach(stamp -> used.add(StampedEvent.look(stamp.clock())));
          case Story.Mark mark when mark.sign() == Sign.CRASH -> used.add("crash");
          case Story.Mark mark when mark.sign() == Sign.RECOVER -> used.add("recover");
          case Story.Mark mark when mark.sign() == Sign.PAUSE -> used.add("pause");
          default -> {}
        }
      }
    }
    for (Flight flight : story.flights.all()) {
      used.add(
          switch (flight.isHidden() ? Flight.Fate.HIDDEN : flight.fate) {
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
    Sample sample =
        switch (look) {
          case "own" -> {
            String own = grid.isDense ? "bar" : "ownline";
            yield (svg, x, y) -> svg.rect(own, x + 0.5, y - 9.5, 11, 11, 2, null);
          }
          case "new" ->
              grid.isDense
                  ? (svg, x, y) -> svg.rect("bar", x + 1, y - 2, 10, 2.5, 0, null)
                  : (svg, x, y) -> svg.rect("new", x + 0.5, y - 9.5, 11, 11, 2, null);
          default -> (svg, x, y) -> svg.rect(look, x, y - 10, 12, 12, 2, null);
        };
    add(17, "key", words, sample);
  }

  private void arrow(Set<String> used, String look, String words) {
    if (used.contains(look)) {
      add(26, "key", words, (svg, x, y) -> arrow(svg, look, x, y));
    }
  }

  private static void arrow(Svg svg, String look, double x, double y) {
    svg.line(look, x, y - 4, x + 18, y - 4);
    switch (look) {
      case "missed" -> svg.cross("x", x + 18.5, y - 4, 3.5, null);
      case "lost" -> svg.cross("lostx", x + 12, y - 4, 3.5, null);
      default -> {
        String tip = Svg.number(x + 20) + " " + Svg.number(y - 4);
        svg.path(look + "end", "M" + tip + "l-7 -3.2v6.4z", null);
      }
    }
  }
}
