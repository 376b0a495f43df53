package coterie.lab.picture;

import coterie.lab.picture.Story.Mark;
import coterie.lab.svg.Svg;

/** Draws what happens on one lane, with words beside it. */
final class Marks {
  private final Grid grid;
  private final Svg svg;
  private final Labels labels;

  Marks(Grid grid, Svg svg, Labels labels) {
    this.grid = grid;
    this.svg = svg;
    this.labels = labels;
  }

  void draw(Band band) {
    for (Band.Placed placed : band.placed()) {
      double y = grid.y(band, placed.track());
      if (placed.op() instanceof Mark mark) {
        mark(mark, y);
      } else if (placed.op() instanceof StampedEvent event) {
        stamped(event, y);
      }
    }
  }

  private void mark(Mark mark, double y) {
    double x = grid.x(mark.lane());
    switch (mark.sign()) {
      case CRASH -> {
        svg.cross("crash", x, y, grid.isDense ? 4 : 5, mark.hint());
        beside("crash", mark, x + 9, y + 3);
      }
      case RECOVER -> {
        svg.circle("recover", x, y, grid.isDense ? 3.5 : 4.5, mark.hint());
        beside("recover", mark, x + 9, y + 3);
      }
      case PAUSE, RESUME -> {
        svg.rect("pause", x - 4, y - 4, 8, 8, 0, mark.hint());
        beside("pause", mark, x + 9, y + 3);
      }
      case DOT -> dot("dot", mark, x, y);
      case ACCUSED -> dot("accused", mark, x, y);
      case CLEARED -> dot("cleared", mark, x, y);
      case LEADS, PHASE -> {}
    }
  }

  private void dot(String look, Mark mark, double x, double y) {
    svg.circle(look, x, y, 3, mark.hint());
    beside(look, mark, x + 6, y + 3);
  }

  private void beside(String look, Mark mark, double x, double y) {
    Pen pen = Pen.beside(look);
    String words = words(pen, mark);
    if (grid.hasWords && words.length() > 1) {
      labels.write(pen, x, y, words);
    }
  }

  /** An opinion of one process keeps the name of that process, and loses letters of its verb. */
  private String words(Pen pen, Mark mark) {
    double room = grid.labelRoom(mark.lane());
    int space = mark.name().lastIndexOf(' ');
    if (!mark.sign().isOpinion() || mark.name().contains(",") || space < 0) {
      return pen.shortened(mark.name(), room);
    }
    String who = mark.name().substring(space);
    String verb = pen.shortened(mark.name().substring(0, space), room - pen.widthOf(who));
    return pen.shortened(verb + who, room);
  }

  private void stamped(StampedEvent event, double y) {
    double x = grid.x(event.lane());
    svg.circle("stampdot", x, y, 3.5, event.hint());
    if (grid.isDense) {
      return;
    }
    for (StampedEvent.Word word : event.words(grid.labelRoom(event.lane()))) {
      Pen pen = new Pen(word.look(), StampedEvent.SIZE, word.isName(), Pen.Anchor.START);
      labels.write(pen, x + 8 + word.x(), y + 3 + word.line() * grid.track, word.text());
    }
  }
}
