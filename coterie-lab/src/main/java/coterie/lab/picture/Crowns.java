package coterie.lab.picture;

import coterie.core.TimeText;
import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.Story.Sign;
import coterie.lab.picture.instants.Reigns.Reign;
import coterie.lab.svg.Svg;
import java.util.List;

/** Draws who leads: a bar along the lane for as long as it lasts, and the term beside it. */
final class Crowns {
  private static final double SHORTEST = 4;

  private final Story story;
  private final Grid grid;
  private final List<Reign> reigns;
  private final Heights heights;

  Crowns(Story story, Grid grid, List<Reign> reigns, Heights heights) {
    this.heights = heights;
    this.story = story;
    this.grid = grid;
    this.reigns =
        reigns.stream()
            .filter(reign -> story.lanes.lane(reign.node()) >= 0 && heights.hasRows())
            .filter(reign -> !heights.isLeftOut(reign.fromNanos(), reign.toNanos()))
            .toList();
  }

  boolean isEmpty() {
    return reigns.isEmpty();
  }

  void bars(Svg svg) {
    for (Reign reign : reigns) {
      double top = top(reign);
      double x = grid.x(story.lanes.lane(reign.node()));
      svg.rect("reign", x - 4, top, 8, bottom(reign) - top, 3, hint(reign));
    }
  }

  /** Beside the bar, as near to its top as there is room, and best where no arrow ends. */
  void terms(Labels labels) {
    for (Reign reign : reigns) {
      String words = "term " + reign.term();
      double x = grid.x(story.lanes.lane(reign.node())) - 8;
      double top = top(reign) + SHORTEST;
      double last = Math.max(top, bottom(reign));
      double y = top;
      while (y <= last && !labels.tryWriteBeside(Pen.TERM, x, y, words)) {
        y += grid.track / 2;
      }
      for (double next = top; y > last && next <= last; next += grid.track / 2) {
        y = labels.tryWrite(Pen.TERM, x, next, words) ? next : y;
      }
    }
  }

  private static String hint(Reign reign) {
    return "%s leads from %s to %s, term %d"
        .formatted(
            reign.node(),
            TimeText.format(reign.fromNanos()),
            TimeText.format(reign.toNanos()),
            reign.term());
  }

  private double top(Reign reign) {
    int lane = story.lanes.lane(reign.node());
    return heights.start(lane, reign.fromNanos(), mark -> mark.sign() == Sign.LEADS);
  }

  private double bottom(Reign reign) {
    int lane = story.lanes.lane(reign.node());
    double end = heights.end(lane, reign.toNanos(), Crowns::isEnd);
    return Math.max(end, top(reign) + SHORTEST);
  }

  private static boolean isEnd(Mark mark) {
    return mark.sign() == Sign.CRASH || mark.name().startsWith("SteppedDown");
  }
}
