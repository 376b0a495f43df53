package coterie.sim.picture;

import coterie.core.TimeText;
import coterie.sim.picture.Reigns.Reign;
import coterie.sim.picture.Story.Mark;
import java.util.List;
import java.util.function.Predicate;

/** Draws who leads: a bar along the lane for as long as it lasts, and the term beside it. */
final class Crowns {
  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final List<Reign> reigns;
  private final long untilNanos;

  Crowns(Story story, Grid grid, Svg svg, List<Reign> reigns, long untilNanos) {
    this.untilNanos = untilNanos;
    this.story = story;
    this.grid = grid;
    this.svg = svg;
    this.reigns =
        reigns.stream()
            .filter(reign -> story.lanes.lane(reign.node()) >= 0 && !grid.bands.isEmpty())
            .toList();
  }

  boolean isEmpty() {
    return reigns.isEmpty();
  }

  void bars() {
    for (Reign reign : reigns) {
      int lane = story.lanes.lane(reign.node());
      double x = grid.x(lane);
      double top = start(lane, reign.fromNanos());
      double bottom = Math.max(end(lane, reign.toNanos()), top + 4);
      svg.rect("reign", x - 4, top, 8, bottom - top, 3, hint(reign));
    }
  }

  /** To be drawn after the arrows, which would cross them. */
  void terms() {
    for (Reign reign : reigns) {
      int lane = story.lanes.lane(reign.node());
      double y = start(lane, reign.fromNanos()) + 4;
      svg.text("reigntext", grid.x(lane) - 8, y, "term " + reign.term());
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

  /** At the top of the row, or where it comes back in that row: nobody leads before that. */
  private double start(int lane, long at) {
    int row = story.instants.row(at);
    Grid.Band band = band(row);
    double top = row < 0 ? band.top() : grid.y(band, 0);
    return mark(band, lane, mark -> mark.sign() == Story.Sign.RECOVER, top);
  }

  /** Where it crashes or steps down; else after the last row that it lived to see. */
  private double end(int lane, long at) {
    if (at >= untilNanos) {
      return grid.bottom + 2;
    }
    int row = story.instants.row(at);
    Grid.Band band = band(row);
    double bottom = row < 0 ? band.top() : band.top() + band.height();
    return mark(band, lane, Crowns::isEnd, bottom);
  }

  /** The height of the first such mark on the lane. */
  private double mark(Grid.Band band, int lane, Predicate<Mark> wanted, double otherwise) {
    for (Grid.Placed placed : band.placed()) {
      if (placed.op() instanceof Mark mark && mark.lane() == lane && wanted.test(mark)) {
        return grid.y(band, placed.track());
      }
    }
    return otherwise;
  }

  /** The row, or the next one if it was left out. */
  private Grid.Band band(int row) {
    return grid.bands.get(Math.min(row < 0 ? ~row : row, grid.bands.size() - 1));
  }

  private static boolean isEnd(Mark mark) {
    return mark.sign() == Story.Sign.CRASH || mark.name().equals("SteppedDown");
  }
}
