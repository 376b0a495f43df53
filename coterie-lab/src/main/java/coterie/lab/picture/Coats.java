package coterie.lab.picture;

import coterie.core.TimeText;
import coterie.lab.picture.Phases.Stay;
import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.Story.Sign;
import coterie.lab.svg.Svg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws the states of an election: a coloured coat on the lane, and the word beside it. */
final class Coats {
  private static final double WIDTH = 6;
  private static final double SHORTEST = 4;
  private static final double ROOM_BESIDE = 12;
  private static final int COLOURS = 3;

  private final Story story;
  private final Grid grid;
  private final Heights heights;
  private final List<Stay> stays;

  Coats(Story story, Grid grid, List<Stay> stays, Heights heights) {
    this.story = story;
    this.grid = grid;
    this.heights = heights;
    this.stays =
        stays.stream()
            .filter(stay -> story.lanes.lane(stay.node()) >= 0 && heights.hasRows())
            .filter(stay -> !heights.isLeftOut(stay.fromNanos(), stay.toNanos()))
            .toList();
  }

  boolean isEmpty() {
    return stays.isEmpty();
  }

  /** The looks that occur, and the word for each. */
  Map<String, String> looks() {
    Map<String, String> looks = new LinkedHashMap<>();
    stays.stream()
        .sorted((one, other) -> Integer.compare(one.place(), other.place()))
        .forEach(stay -> looks.put(look(stay), stay.phase().name()));
    return looks;
  }

  private static String look(Stay stay) {
    if (stay.isRest()) {
      return "rest";
    }
    return stay.isLeader() ? "throne" : "phase" + stay.place() % COLOURS;
  }

  void draw(Svg svg) {
    for (Stay stay : stays) {
      if (!stay.isRest()) {
        double x = grid.x(story.lanes.lane(stay.node())) - WIDTH / 2;
        svg.rect(look(stay), x, top(stay), WIDTH, bottom(stay) - top(stay), 2, hint(stay));
      }
    }
  }

  /** Beside the lane where there is room; the colour tells it in any case. */
  void words(Labels labels) {
    for (Stay stay : stays) {
      boolean isInFold = grid.band(story.instants.row(stay.fromNanos())) == null;
      if (grid.hasWords && !(stay.isRest() && isInFold)) {
        write(labels, stay);
      }
    }
  }

  private void write(Labels labels, Stay stay) {
    Pen pen = stay.isRest() ? Pen.REST : Pen.PHASE;
    String words = pen.shortened(stay.phase().name(), grid.column - ROOM_BESIDE);
    double x = grid.x(story.lanes.lane(stay.node())) - WIDTH;
    double last = Math.max(top(stay), bottom(stay)) + SHORTEST;
    for (double y = top(stay) + SHORTEST; y <= last; y += grid.track / 2) {
      if (labels.tryWriteBeside(pen, x, y, words)) {
        return;
      }
    }
    for (double y = top(stay) + SHORTEST; !stay.isRest() && y <= last; y += grid.track / 2) {
      if (labels.tryWrite(pen, x, y, words)) {
        return;
      }
    }
  }

  private static String hint(Stay stay) {
    return "%s is %s from %s to %s"
        .formatted(
            stay.node(),
            stay.phase().name(),
            TimeText.format(stay.fromNanos()),
            TimeText.format(stay.toNanos()));
  }

  private double top(Stay stay) {
    int lane = story.lanes.lane(stay.node());
    return heights.start(lane, stay.fromNanos(), mark -> isOf(mark, stay));
  }

  private static boolean isOf(Mark mark, Stay stay) {
    return mark.sign() == Sign.PHASE && mark.name().equals(stay.phase().name());
  }

  /** It ends where the next one begins; of two changes in one instant that is the later one. */
  private double bottom(Stay stay) {
    int lane = story.lanes.lane(stay.node());
    double end =
        heights.end(
            lane,
            stay.toNanos(),
            mark -> mark.sign() == Sign.CRASH || (mark.sign() == Sign.PHASE && !isOf(mark, stay)));
    return Math.max(end, top(stay) + SHORTEST);
  }
}
