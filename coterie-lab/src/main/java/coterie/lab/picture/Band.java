package coterie.lab.picture;

import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.Story.Op;
import coterie.lab.picture.Story.Sign;
import coterie.lab.picture.instants.Vectors;
import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One row with its height, and everything in it on a track: later things lie below earlier ones
 * that they would touch.
 *
 * @param more how much of the row is not drawn for lack of room
 */
record Band(
    Story.Row row,
    List<Placed> placed,
    int tracks,
    List<Story.Vector> vectors,
    List<String> sentences,
    List<String> labels,
    int more,
    int number,
    double top,
    double height) {
  /** An arrow or a mark, and the track that it got. */
  record Placed(Op op, int track) {}

  /** A row that is higher than that would be a picture of its own. */
  private static final int TRACKS_MAX = 100;

  private static final double MORE = 14;
  private static final double LABEL_SIZE = 10.5;
  private static final int LABEL_LINES = 4;

  static Band of(Story.Row row, Grid grid) {
    List<Op> seen = row.ops().stream().filter(op -> !isHidden(op)).toList();
    List<Placed> placed = place(seen, grid);
    if (tracks(placed, grid) > TRACKS_MAX) {
      placed = place(withoutCommon(seen), grid);
    }
    placed = placed.stream().filter(p -> p.track < TRACKS_MAX || changesLane(p.op)).toList();
    int tracks = tracks(placed, grid);
    int more = seen.size() - placed.size();
    List<Story.Vector> vectors =
        row.vectors().stream().filter(v -> !grid.isDense || v.isNew() || isFirst(v)).toList();
    List<String> sentences = new ArrayList<>();
    double across = grid.width() - grid.left - 20;
    row.sentences()
        .forEach(words -> sentences.addAll(Svg.lines(words, Grid.SENTENCE_SIZE, across)));
    List<String> labels = new ArrayList<>();
    row.faults().forEach(fault -> labels.addAll(label(fault, grid.sideRoom())));
    double height = 3 + Math.max(1, tracks) * grid.track;
    if (!vectors.isEmpty()) {
      height = 3 + tracks * grid.track + grid.cellHeight + (grid.isDense ? 7 : 5);
    }
    height += more > 0 ? MORE : 0;
    double side = (labels.size() + 2 * row.verdicts().size()) * Grid.LABEL_LINE;
    Band band = new Band(row, placed, tracks, vectors, sentences, labels, more, 0, 0, 0);
    double all = band.head() + Math.max(height, side + 4);
    return new Band(row, placed, tracks, vectors, sentences, labels, more, 0, 0, all);
  }

  private static List<String> label(String words, double room) {
    List<String> lines = Svg.lines(words, LABEL_SIZE * Svg.BOLD, room);
    if (lines.size() <= LABEL_LINES) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, LABEL_LINES - 1));
    first.add(Svg.shortened(lines.get(LABEL_LINES - 1) + " …", LABEL_SIZE * Svg.BOLD, room));
    return first;
  }

  /** The same at its place. */
  Band at(int rowNumber, double y) {
    return new Band(row, placed, tracks, vectors, sentences, labels, more, rowNumber, y, height);
  }

  /** The room at its top that the sentences take. */
  double head() {
    return sentences.isEmpty() ? 0 : sentences.size() * Grid.SENTENCE_LINE + 6;
  }

  /** The widest label that a mark on the last lane has, up to what fits into a column. */
  static double broadest(Story story, Grid grid) {
    return story.rows.stream()
        .flatMap(row -> row.ops().stream())
        .filter(op -> op.low() == grid.lanes - 1 && isWritten(op) && grid.hasWords)
        .mapToDouble(op -> Math.min(Svg.widthOf(((Mark) op).name(), 10) * Svg.BOLD, grid.column))
        .max()
        .orElse(0);
  }

  private static boolean isWritten(Op op) {
    return op instanceof Mark mark && mark.sign() != Sign.PHASE;
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

  /** Of messages that arrive at once, the first of each kind is enough where there are too many. */
  private static List<Op> withoutCommon(List<Op> ops) {
    Set<String> kinds = new HashSet<>();
    return ops.stream()
        .filter(
            op ->
                !(op instanceof Flight flight
                    && flight.isLevel()
                    && flight.fate == Flight.Fate.ARRIVED
                    && !kinds.add(flight.name)))
        .toList();
  }

  private static boolean changesLane(Op op) {
    return op instanceof Mark mark && mark.sign().changesLane();
  }

  private static int tracks(List<Placed> placed, Grid grid) {
    return placed.stream().mapToInt(p -> p.track + tracks(p.op, grid)).max().orElse(0);
  }

  private static int tracks(Op op, Grid grid) {
    return switch (op) {
      case StampedEvent event when !grid.isDense ->
          event.words(grid.labelRoom(event.lane())).getLast().line() + 1;
      case Mark mark when mark.sign() == Sign.LEADS || mark.sign() == Sign.PHASE -> 0;
      default -> 1;
    };
  }

  /**
   * Every op goes below the earlier ones that it would touch. Lanes and the gaps between them are
   * slots; where there is no room for words, arrows may meet on a lane.
   */
  private static List<Placed> place(List<Op> ops, Grid grid) {
    int[] free = new int[2 * grid.lanes];
    int[] freeForText = new int[grid.lanes];
    int[] afterPhase = new int[grid.lanes];
    List<Placed> placed = new ArrayList<>();
    for (Op op : ops) {
      int inset = !grid.hasWords && op.low() < op.high() ? 1 : 0;
      int slot = 0;
      for (int i = 2 * op.low() + inset; i <= 2 * op.high() - inset; i++) {
        slot = Math.max(slot, free[i]);
      }
      if (op instanceof Mark || op instanceof StampedEvent) {
        slot = Math.max(slot, freeForText[op.low()]);
      }
      if (op instanceof Mark mark && mark.sign() == Sign.PHASE) {
        slot = Math.max(slot, afterPhase[mark.lane()]);
        afterPhase[mark.lane()] = slot + 1;
      }
      for (int i = 2 * op.low() + inset; i <= 2 * op.high() - inset; i++) {
        free[i] = isEnd(op, slot) ? slot : slot + tracks(op, grid);
      }
      if (grid.hasWords && hasArrowAtRight(op)) {
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
      case Mark mark -> false;
      case StampedEvent stamped -> false;
    };
  }

  /** Remembers where a slanted arrow starts or ends; others may start and end there as well. */
  private static boolean isEnd(Op op, int slot) {
    switch (op) {
      case Flight flight when !flight.isLevel() ->
          flight.startTrack = Math.min(slot, TRACKS_MAX - 1);
      case Flight.Arrival arrival -> arrival.flight().endTrack = Math.min(slot, TRACKS_MAX - 1);
      default -> {
        return false;
      }
    }
    return true;
  }
}
