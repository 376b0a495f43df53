package coterie.sim.picture;

import coterie.sim.picture.Story.Op;
import java.util.ArrayList;
import java.util.List;

/** Where everything is: columns for lanes, and rows as high as what they hold. */
final class Grid {
  static final double HEAD = 90;
  static final double FOOT = 36;

  private static final double LEFT_MIN = 62;
  private static final double WIDTH = 960;
  private static final double WIDTH_MIN = 640;
  private static final double WIDTH_DENSE = 1400;
  private static final double MARGIN = 188;
  private static final double MARGIN_EMPTY = 24;
  private static final double COLUMN_MAX = 190;
  private static final double CELL_MAX = 22;
  private static final double CELL_LEGIBLE = 12;
  static final int DENSE = 11;
  private static final int TRACKS_MAX = 40;
  private static final double LABEL_LINE = 13;
  private static final double BREAK = 22;

  /** An arrow or a mark, and the track that it got: later things lie below earlier ones. */
  record Placed(Op op, int track) {}

  /** One row with its height. */
  record Band(
      Story.Row row, List<Placed> placed, List<Story.Vector> vectors, double top, double height) {}

  final boolean isDense;
  final double left;
  final double column;
  final double cell;
  final double cellHeight;
  final double track;
  final double margin;
  final List<Band> bands = new ArrayList<>();
  final double bottom;
  private final int lanes;

  Grid(Story story) {
    this.lanes = story.lanes.size();
    this.isDense = lanes >= DENSE;
    this.left = Math.max(LEFT_MIN, Svg.widthOf(story.instants.longest(), 10.5) + 26);
    boolean isLabelled =
        story.rows.stream().anyMatch(r -> !r.faults().isEmpty() || !r.verdicts().isEmpty());
    this.margin = isLabelled ? MARGIN : MARGIN_EMPTY;
    double room = (isDense ? WIDTH_DENSE : WIDTH - left - margin) / lanes;
    this.cell =
        isDense
            ? Math.max(1, Math.floor((room - 8) / lanes * 10) / 10)
            : Math.clamp(Math.floor((room - 24) / lanes), CELL_LEGIBLE, CELL_MAX);
    this.column = Math.min(COLUMN_MAX, Math.max(room, cell * lanes + 8));
    this.cellHeight = isDense ? 11 : 17;
    this.track = isDense ? 8 : 11;
    double y = HEAD + 6;
    for (int i = 0; i < story.rows.size(); i++) {
      y += story.instants.leftOutBefore(i) > 0 ? BREAK : 0;
      Band band = band(story.rows.get(i), y);
      bands.add(band);
      y += band.height;
    }
    this.bottom = y + (story.instants.leftOutBefore(story.rows.size()) > 0 ? BREAK : 0) + 6;
  }

  double width() {
    return Math.max(WIDTH_MIN, left + lanes * column + margin);
  }

  double height() {
    return bottom + FOOT;
  }

  /** Where labels begin. */
  double labels() {
    return left + lanes * column + 6;
  }

  double x(int lane) {
    return left + (lane + 0.5) * column;
  }

  double y(Band band, int trackNumber) {
    return band.top + 7 + trackNumber * track;
  }

  /** The top of the vectors of a row. */
  double vectorTop(Band band) {
    return y(band, tracks(band.placed)) - (isDense ? 2 : 4);
  }

  private Band band(Story.Row row, double top) {
    List<Placed> placed = place(row.ops());
    List<Story.Vector> vectors =
        row.vectors().stream().filter(v -> !isDense || v.isNew() || isFirst(v)).toList();
    double height = 3 + Math.max(1, tracks(placed)) * track;
    if (!vectors.isEmpty()) {
      height = 3 + tracks(placed) * track + cellHeight + (isDense ? 7 : 5);
    }
    double labels = row.faults().size() * LABEL_LINE + row.verdicts().size() * 2 * LABEL_LINE;
    return new Band(row, placed, vectors, top, Math.max(height, labels + 4));
  }

  /** A vector that knows nobody is that of a start. */
  private static boolean isFirst(Story.Vector vector) {
    return vector.cells().stream()
        .allMatch(
            cell ->
                cell.origin() == Vectors.Origin.UNKNOWN
                    || cell.origin() == Vectors.Origin.OWN
                    || cell.origin() == Vectors.Origin.GIVEN);
  }

  private static int tracks(List<Placed> placed) {
    return placed.stream().mapToInt(p -> p.track + 1).max().orElse(0);
  }

  /**
   * Every op goes below the earlier ones that it would touch. Lanes and the gaps between them are
   * slots; where there are many lanes, arrows may meet on a lane.
   */
  private List<Placed> place(List<Op> ops) {
    int[] free = new int[2 * lanes];
    List<Placed> placed = new ArrayList<>();
    for (Op op : ops) {
      if (isHidden(op)) {
        continue;
      }
      int inset = isDense && op.low() < op.high() ? 1 : 0;
      int slot = 0;
      for (int i = 2 * op.low() + inset; i <= 2 * op.high() - inset; i++) {
        slot = Math.max(slot, free[i]);
      }
      slot = Math.min(slot, TRACKS_MAX - 1);
      for (int i = 2 * op.low() + inset; i <= 2 * op.high() - inset; i++) {
        free[i] = isEnd(op, slot) ? slot : slot + 1;
      }
      placed.add(new Placed(op, slot));
    }
    return placed;
  }

  private static boolean isHidden(Op op) {
    return switch (op) {
      case Flight flight -> flight.isHidden();
      case Flight.Arrival arrival -> arrival.flight().isHidden();
      case Story.Mark mark -> false;
    };
  }

  /** Remembers where a slanted arrow starts or ends; others may start and end there as well. */
  private static boolean isEnd(Op op, int slot) {
    switch (op) {
      case Flight flight when !flight.isLevel() -> flight.startTrack = slot;
      case Flight.Arrival arrival -> arrival.flight().endTrack = slot;
      default -> {
        return false;
      }
    }
    return true;
  }
}
