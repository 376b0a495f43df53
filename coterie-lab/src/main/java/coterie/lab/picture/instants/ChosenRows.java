package coterie.lab.picture.instants;

import coterie.lab.picture.instants.Ranks.Rank;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chooses the rows that are drawn where there is no room for all: what matters more goes first, and
 * of what matters as much that which follows a fault, or the start, most closely.
 */
public final class ChosenRows {
  private final double[] heights;
  private final double fold;
  private final boolean[] isChosen;
  private double used;
  private int count;

  private ChosenRows(double[] heights, double fold) {
    this.heights = heights;
    this.fold = fold;
    this.isChosen = new boolean[heights.length];
    this.used = fold;
  }

  /**
   * Chooses the rows that are shown.
   *
   * @param heights those of all rows
   * @param fold the height of what stands for rows that are left out
   * @param room how high all together may be
   */
  public static boolean[] of(
      Instants instants, double[] heights, double fold, double room, int rowsMax) {
    ChosenRows choice = new ChosenRows(heights, fold);
    int[] since = since(instants);
    IntStream.range(0, heights.length)
        .filter(row -> !instants.isFolded(row))
        .boxed()
        .sorted(
            Comparator.comparing(instants::rank)
                .thenComparingInt(row -> since[row])
                .thenComparingInt(row -> row))
        .forEach(row -> choice.take(row, room, rowsMax));
    return choice.isChosen;
  }

  /** How many rows of its rank came since the last turning point, and itself. */
  private static int[] since(Instants instants) {
    int[] since = new int[instants.size()];
    Map<Rank, Integer> count = new EnumMap<>(Rank.class);
    for (int row = 0; row < since.length; row++) {
      Rank rank = instants.rank(row);
      if (rank == Rank.TURN) {
        count.clear();
      }
      since[row] = count.merge(rank, 1, Integer::sum);
    }
    return since;
  }

  private void take(int row, double room, int rowsMax) {
    double more = heights[row] + folds(row);
    if (used + more <= room && count < rowsMax) {
      used += more;
      count++;
      isChosen[row] = true;
    }
  }

  /** A row between left out ones parts them; a row between chosen ones closes a gap. */
  private double folds(int row) {
    boolean isAfter = row == 0 || isChosen[row - 1];
    boolean isBefore = row == heights.length - 1 || isChosen[row + 1];
    if (isAfter && isBefore) {
      return -fold;
    }
    return isAfter || isBefore ? 0 : fold;
  }
}
