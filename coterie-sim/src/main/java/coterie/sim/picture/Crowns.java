package coterie.sim.picture;

import coterie.core.TimeText;
import coterie.sim.picture.Reigns.Reign;
import coterie.sim.picture.Story.Mark;
import java.util.List;

/** Draws who leads: a bar along the lane for as long as it lasts, and the term beside it. */
final class Crowns {
  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final List<Reign> reigns;
  private final Heights heights;

  Crowns(Story story, Grid grid, Svg svg, List<Reign> reigns, Heights heights) {
    this.heights = heights;
    this.story = story;
    this.grid = grid;
    this.svg = svg;
    this.reigns =
        reigns.stream()
            .filter(reign -> story.lanes.lane(reign.node()) >= 0 && heights.hasRows())
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

  /** Who comes back in that row leads only from there on. */
  private double start(int lane, long at) {
    return heights.start(lane, at, mark -> mark.sign() == Story.Sign.RECOVER);
  }

  private double end(int lane, long at) {
    return heights.end(lane, at, Crowns::isEnd);
  }

  private static boolean isEnd(Mark mark) {
    return mark.sign() == Story.Sign.CRASH || mark.name().equals("SteppedDown");
  }
}
