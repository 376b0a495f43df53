package coterie.sim.picture;

import coterie.sim.picture.Story.Mark;
import java.util.function.Predicate;

/** Where on its lane something begins and ends that lasts for a while. */
final class Heights {
  private final Story story;
  private final Grid grid;
  private final long untilNanos;

  Heights(Story story, Grid grid, long untilNanos) {
    this.story = story;
    this.grid = grid;
    this.untilNanos = untilNanos;
  }

  /** Whether there is a row at all. */
  boolean hasRows() {
    return !grid.bands.isEmpty();
  }

  /** At the first such mark of the row, or at its top. */
  double start(int lane, long at, Predicate<Mark> isStart) {
    int row = story.instants.row(at);
    Grid.Band band = band(row);
    double top = row < 0 ? band.top() : grid.y(band, 0);
    return mark(band, lane, isStart, top);
  }

  /** At the first such mark of the row, or at its bottom; what goes on ends below the last row. */
  double end(int lane, long at, Predicate<Mark> isEnd) {
    if (at >= untilNanos) {
      return grid.bottom + 2;
    }
    int row = story.instants.row(at);
    Grid.Band band = band(row);
    double bottom = row < 0 ? band.top() : band.top() + band.height();
    return mark(band, lane, isEnd, bottom);
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
}
