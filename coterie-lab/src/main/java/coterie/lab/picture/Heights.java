package coterie.lab.picture;

import coterie.lab.picture.Story.Mark;
import java.util.function.Predicate;

/** How far down the picture a time is on a lane. */
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
    return story.instants.size() > 0;
  }

  /** Whether all of a time from one instant to another is left out. */
  boolean isLeftOut(long from, long to) {
    int first = story.instants.row(from);
    int last = story.instants.row(to);
    return to < untilNanos
        && grid.band(first) == null
        && grid.band(last) == null
        && grid.top(first) == grid.top(last);
  }

  /** At such a mark of that time, or at the top of its row. */
  double start(int lane, long at, Predicate<Mark> isStart) {
    Band band = grid.band(story.instants.row(at));
    return band == null ? fold(at) : mark(band, lane, at, isStart, grid.y(band, 0));
  }

  /** At such a mark, or at the bottom of the row; what goes on ends below the last row. */
  double end(int lane, long at, Predicate<Mark> isEnd) {
    if (at >= untilNanos) {
      return grid.bottom() + 2;
    }
    Band band = grid.band(story.instants.row(at));
    return band == null ? fold(at) : mark(band, lane, at, isEnd, grid.top(band) + band.height());
  }

  private double fold(long at) {
    return grid.top(story.instants.row(at)) + Grid.FOLD / 2;
  }

  private double mark(Band band, int lane, long at, Predicate<Mark> wanted, double otherwise) {
    for (Band.Placed placed : band.placed()) {
      if (placed.op() instanceof Mark mark
          && mark.lane() == lane
          && mark.atNanos() == at
          && wanted.test(mark)) {
        return grid.y(band, placed.track());
      }
    }
    return otherwise;
  }
}
