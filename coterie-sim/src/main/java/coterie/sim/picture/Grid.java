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
  static final double SENTENCE_LINE = 14;
  static final double SENTENCE_SIZE = 11;

  /** Stamps stand to the right of a lane, so it lies to the left in its column, which is broad. */
  private static final double COLUMN_STAMPED_MIN = 170;

  private static final double COLUMN_STAMPED_MAX = 230;
  private static final double LANE_STAMPED = 0.2;

  /** An arrow or a mark, and the track that it got: later things lie below earlier ones. */
  record Placed(Op op, int track) {}

  /** One row with its height. */
  record Band(
      Story.Row row,
      List<Placed> placed,
      List<Story.Vector> vectors,
      List<String> sentences,
      double top,
      double height) {
    /** The room at its top that the sentences take. */
    double head() {
      return sentences.isEmpty() ? 0 : sentences.size() * SENTENCE_LINE + 6;
    }
  }

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
  private final double laneAt;
  private final boolean isTextBeside;

  Grid(Story story) {
    this.lanes = story.lanes.size();
    this.isDense = lanes >= DENSE;
    this.left = Math.max(LEFT_MIN, Svg.widthOf(story.instants.longest(), 10.5) + 26);
    boolean isLabelled = story.rows.stream().anyMatch(Story.Row::isLabelled);
    this.margin = isLabelled ? MARGIN : MARGIN_EMPTY;
    double room = (isDense ? WIDTH_DENSE : WIDTH - left - margin) / lanes;
    this.cell =
        isDense
            ? Math.max(1, Math.floor((room - 8) / lanes * 10) / 10)
            : Math.clamp(Math.floor((room - 24) / lanes), CELL_LEGIBLE, CELL_MAX);
    this.isTextBeside = story.hasStamps && !isDense;
    this.laneAt = isTextBeside ? LANE_STAMPED : 0.5;
    this.column =
        isTextBeside
            ? Math.clamp(room, COLUMN_STAMPED_MIN, COLUMN_STAMPED_MAX)
            : Math.min(COLUMN_MAX, Math.max(room, cell * lanes + 8));
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
    return left + (lane + laneAt) * column;
  }

  double y(Band band, int trackNumber) {
    return band.top + band.head() + 7 + trackNumber * track;
  }

  /** How wide the label of an event may be. */
  double labelRoom() {
    return isTextBeside ? column * (1 - laneAt) - 10 : column - 10;
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
    List<String> sentences = new ArrayList<>();
    row.sentences().forEach(sentence -> sentences.addAll(wrapped(sentence)));
    Band band = new Band(row, placed, vectors, sentences, top, 0);
    double all = band.head() + Math.max(height, labels + 4);
    return new Band(row, placed, vectors, sentences, top, all);
  }

  /** In lines that go across all lanes. */
  private List<String> wrapped(String sentence) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && Svg.widthOf(longer, SENTENCE_SIZE) > width() - left - 20) {
        lines.add(line.toString());
        longer = word;
      }
      line.setLength(0);
      line.append(longer);
    }
    lines.add(line.toString());
    return lines;
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

  private int tracks(List<Placed> placed) {
    return placed.stream().mapToInt(p -> p.track + tracks(p.op)).max().orElse(0);
  }

  private int tracks(Op op) {
    boolean isLabel = op instanceof StampedEvent && !isDense;
    return isLabel ? ((StampedEvent) op).words(labelRoom()).getLast().line() + 1 : 1;
  }

  /**
   * Every op goes below the earlier ones that it would touch. Lanes and the gaps between them are
   * slots; where there are many lanes, arrows may meet on a lane.
   */
  private List<Placed> place(List<Op> ops) {
    int[] free = new int[2 * lanes];
    int[] freeForText = new int[lanes];
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
      if (op instanceof Story.Mark || op instanceof StampedEvent) {
        slot = Math.max(slot, freeForText[op.low()]);
      }
      slot = Math.min(slot, TRACKS_MAX - 1);
      for (int i = 2 * op.low() + inset; i <= 2 * op.high() - inset; i++) {
        free[i] = isEnd(op, slot) ? slot : slot + tracks(op);
      }
      if (isTextBeside && hasArrowAtRight(op)) {
        freeForText[op.low()] = slot + 1;
      }
      placed.add(new Placed(op, slot));
    }
    return placed;
  }

  /** Whether an arrow starts or ends here that would strike words through. */
  private static boolean hasArrowAtRight(Op op) {
    return switch (op) {
      case Flight flight -> !flight.isLevel() && flight.to > flight.from;
      case Flight.Arrival arrival -> arrival.flight().from > arrival.flight().to;
      default -> false;
    };
  }

  private static boolean isHidden(Op op) {
    return switch (op) {
      case Flight flight -> flight.isHidden();
      case Flight.Arrival arrival -> arrival.flight().isHidden();
      case Story.Mark mark -> false;
      case StampedEvent stamped -> false;
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
