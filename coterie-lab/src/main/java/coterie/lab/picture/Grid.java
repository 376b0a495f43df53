package coterie.lab.picture;

import coterie.lab.picture.instants.ChosenRows;
import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where everything is: columns for lanes, and rows as high as what they hold. */
final class Grid {
  /** No picture is higher than that. */
  static final double HEIGHT_MAX = 4000;

  static final int DENSE = 11;
  static final double SENTENCE_LINE = 14;
  static final double SENTENCE_SIZE = 11;
  static final double LABEL_LINE = 13;

  /** The height of what stands for rows that are left out. */
  static final double FOLD = 22;

  private static final double FOOT = 36;
  private static final double HEAD_MAX = 400;
  private static final double LEFT_MIN = 62;
  private static final double WIDTH = 960;
  private static final double WIDTH_MIN = 640;
  private static final double WIDTH_DENSE = 1400;
  private static final double MARGIN = 196;
  private static final double MARGIN_EMPTY = 24;
  private static final double COLUMN_MAX = 190;
  private static final double COLUMN_WORDS_MIN = 64;
  private static final double CELL_MAX = 22;
  private static final double CELL_LEGIBLE = 12;

  /** Stamps stand to the right of a lane, so it lies to the left in its column, which is broad. */
  private static final double COLUMN_STAMPED_MIN = 170;

  private static final double COLUMN_STAMPED_MAX = 230;
  private static final double LANE_STAMPED = 0.2;

  /** Rows that are left out, and where the words stand that say so. */
  record Fold(int first, int last, double top) {}

  final boolean isDense;
  final boolean hasWords;
  final boolean isTextBeside;
  final double left;
  final double column;
  final double cell;
  final double cellHeight;
  final double track;
  final double margin;
  final int lanes;

  /** The rows that are drawn. */
  final List<Band> bands = new ArrayList<>();

  final List<Fold> folds = new ArrayList<>();
  private final @Nullable Band[] bandOf;
  private final double[] topOf;
  private final double laneAt;
  private final double bottom;
  private double head;

  Grid(Story story) {
    this.lanes = story.lanes.size();
    this.isDense = lanes >= DENSE;
    double longest =
        IntStream.range(0, story.instants.size())
            .mapToDouble(row -> Svg.widthOf(story.instants.label(row), 10.5))
            .max()
            .orElse(0);
    this.left = Math.max(LEFT_MIN, longest + 26);
    boolean isLabelled = story.rows.stream().anyMatch(Story.Row::isLabelled);
    double side = isLabelled ? MARGIN : MARGIN_EMPTY;
    double room = (isDense ? WIDTH_DENSE : WIDTH - left - side) / lanes;
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
    this.hasWords = column >= COLUMN_WORDS_MIN;
    this.cellHeight = isDense ? 11 : 17;
    this.track = isTextBeside ? 12 : hasWords ? 11 : 8;
    this.margin = Math.max(side, Band.broadest(story, this) + 12 - column * (1 - laneAt));
    List<Band> all = story.rows.stream().map(row -> Band.of(row, this)).toList();
    this.bandOf = new Band[all.size()];
    this.topOf = new double[all.size()];
    this.bottom = stack(story, all);
  }

  /** Puts the rows that are drawn below each other; the rest is folded. */
  private double stack(Story story, List<Band> all) {
    double[] heights = all.stream().mapToDouble(Band::height).toArray();
    double room = HEIGHT_MAX - HEAD_MAX - FOOT;
    boolean[] isChosen = ChosenRows.of(story.instants, heights, FOLD, room, story.rowsMax());
    double y = 6;
    for (int i = 0, end; i < heights.length; i = end) {
      end = i + 1;
      if (isChosen[i]) {
        topOf[i] = y;
        bandOf[i] = all.get(i).at(i, y);
        bands.add(all.get(i).at(i, y));
        y += heights[i];
      } else {
        while (end < heights.length && !isChosen[end]) {
          end++;
        }
        folds.add(new Fold(i, end - 1, y));
        Arrays.fill(topOf, i, end, y);
        y += FOLD;
      }
    }
    return y + 6;
  }

  /** How much of the top the title and the legend take; to be said before anything is drawn. */
  void below(double headHeight) {
    head = headHeight;
  }

  double head() {
    return head;
  }

  double width() {
    return Math.max(WIDTH_MIN, left + lanes * column + margin);
  }

  double height() {
    return bottom() + FOOT;
  }

  /** Where lanes end. */
  double bottom() {
    return head + bottom;
  }

  /** Where labels begin. */
  double labels() {
    return left + lanes * column + 6;
  }

  double x(int lane) {
    return left + (lane + laneAt) * column;
  }

  double top(Band band) {
    return head + band.top();
  }

  double top(Fold fold) {
    return head + fold.top;
  }

  /** The band of a row, or null if it is left out. */
  @Nullable Band band(int row) {
    return bandOf[row];
  }

  /** Whether at least one of its ends is in a row that is drawn. */
  boolean isSeen(Flight flight) {
    boolean isStart = band(flight.fromRow) != null;
    boolean isEnd = flight.fate != Flight.Fate.UNDER_WAY && band(flight.toRow) != null;
    return !flight.isHidden() && (isStart || isEnd) && flight.from != flight.to;
  }

  /** The top of a row, or of the fold that it is in. */
  double top(int row) {
    return head + topOf[row];
  }

  double y(Band band, int trackNumber) {
    return top(band) + band.head() + 7 + trackNumber * track;
  }

  /** How wide the label of an event may be. */
  double labelRoom(int lane) {
    double toNext = column * (lane == lanes - 1 ? 1 - laneAt : 1);
    boolean isLast = lane == lanes - 1;
    return isTextBeside
        ? column * (1 - laneAt) - 10
        : isLast ? Math.min(column, toNext + margin) - 14 : column - 14;
  }

  /** How wide labels at the side may be. */
  double sideRoom() {
    return width() - labels() - 10;
  }

  /** The top of the vectors of a row. */
  double vectorTop(Band band) {
    return y(band, band.tracks()) - (isDense ? 2 : 4);
  }
}
