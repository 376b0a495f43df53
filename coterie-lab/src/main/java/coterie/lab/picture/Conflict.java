package coterie.lab.picture;

import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.Story.Op;
import coterie.lab.svg.Svg;
import coterie.sim.check.Moment;
import java.util.List;

/** Draws a ring around each event that a judge says is in conflict with the others. */
final class Conflict {
  private static final double RADIUS = 9;

  private final Story story;
  private final Grid grid;
  private final List<Moment> moments;

  Conflict(Story story, Grid grid, List<Moment> moments) {
    this.story = story;
    this.grid = grid;
    this.moments =
        story.instants.size() == 0
            ? List.of()
            : moments.stream().filter(moment -> story.lanes.lane(moment.node()) >= 0).toList();
  }

  boolean isEmpty() {
    return moments.isEmpty();
  }

  void draw(Svg svg, Labels labels) {
    for (int i = 0; i < moments.size(); i++) {
      double x = grid.x(story.lanes.lane(moments.get(i).node()));
      double y = y(moments.get(i));
      svg.circle("conflict", x, y, RADIUS, null);
      if (moments.size() > 1) {
        labels.write(Pen.CONFLICT, x - RADIUS, y - RADIUS + 3, String.valueOf(i + 1));
      }
    }
  }

  /** At what the process said at that time, or what else it did; at the end if there is nothing. */
  private double y(Moment moment) {
    Band band = grid.band(story.instants.row(moment.atNanos()));
    if (band == null) {
      return grid.top(story.instants.row(moment.atNanos())) + Grid.FOLD / 2;
    }
    int lane = story.lanes.lane(moment.node());
    double found = -1;
    for (Band.Placed placed : band.placed()) {
      boolean isSaid = placed.op() instanceof Mark mark && mark.atNanos() == moment.atNanos();
      if (isOn(placed.op(), lane) && (isSaid || found < 0)) {
        found = grid.y(band, placed.track());
      }
    }
    return found < 0 ? grid.bottom() - RADIUS : found;
  }

  private static boolean isOn(Op op, int lane) {
    return switch (op) {
      case Mark mark -> mark.lane() == lane;
      case StampedEvent event -> event.lane() == lane;
      case Flight flight -> flight.from == lane;
      case Flight.Arrival arrival -> arrival.flight().to == lane;
    };
  }
}
