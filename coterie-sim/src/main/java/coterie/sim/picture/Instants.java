package coterie.sim.picture;

import coterie.core.Note;
import coterie.sim.trace.TraceEvent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Which instants of a run get a row of the picture: each its own, as long as there are few. Where
 * there are many, instants that are close together share a row; where that is not enough, rows are
 * left out, but for the first, the last, those with faults and verdicts, and those in which
 * somebody changes its mind about another, enters or leaves.
 */
final class Instants {
  /** Instants share a row only if their distance is small against the largest one. */
  private static final long SHARING = 10;

  private final long[] starts;
  private final int[] rows;
  private final int[] leftOutBefore;
  private final int size;
  private final int instants;
  private final int decimals;

  private Instants(long[] starts, boolean[] kept, long[] instants) {
    this.starts = starts;
    this.instants = instants.length;
    this.rows = new int[starts.length];
    this.leftOutBefore = new int[starts.length + 1];
    int row = 0;
    for (int i = 0; i < starts.length; i++) {
      rows[i] = kept[i] ? row++ : ~row;
    }
    for (long at : instants) {
      if (row(at) < 0) {
        leftOutBefore[~row(at)]++;
      }
    }
    this.size = row;
    this.decimals = decimals();
  }

  static Instants of(List<TraceEvent> events, int rowsMax) {
    TreeSet<Long> times = new TreeSet<>();
    TreeSet<Long> turningPoints = new TreeSet<>();
    TreeSet<Long> opinions = new TreeSet<>();
    for (TraceEvent event : events) {
      switch (event) {
        case TraceEvent.Expired expired -> {}
        case TraceEvent.Knows knows -> {
          if (times.isEmpty()) {
            times.add(knows.atNanos());
          }
        }
        case TraceEvent.Faulted faulted -> turningPoints.add(faulted.atNanos());
        case TraceEvent.Judged judged -> turningPoints.add(judged.atNanos());
        case TraceEvent.Said said -> turningPoints.add(said.atNanos());
        case TraceEvent.Noted noted when isOpinion(noted.note()) -> opinions.add(noted.atNanos());
        default -> times.add(event.atNanos());
      }
    }
    times.addAll(opinions);
    times.addAll(turningPoints);
    long[] instants = times.stream().mapToLong(Long::longValue).toArray();
    long[] starts = startsOf(instants, rowsMax);
    return new Instants(starts, kept(starts, turningPoints, opinions, rowsMax), instants);
  }

  private static boolean isOpinion(Note note) {
    return note instanceof Note.Suspected
        || note instanceof Note.Trusted
        || note instanceof Note.Failed
        || note instanceof Note.Joined
        || note instanceof Note.Campaigned
        || note instanceof Note.Elected
        || note instanceof Note.LeaderLost
        || note instanceof Note.SteppedDown
        || note instanceof Note.Entered
        || note instanceof Note.Exited
        || note instanceof Note.LostLock;
  }

  private static long[] startsOf(long[] instants, int rowsMax) {
    if (instants.length <= rowsMax) {
      return instants;
    }
    long[] gaps = new long[instants.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = instants[i + 1] - instants[i];
    }
    long[] sorted = gaps.clone();
    Arrays.sort(sorted);
    long least = Math.min(sorted[sorted.length - rowsMax + 1], sorted[sorted.length - 1] / SHARING);
    long[] starts = new long[instants.length];
    int count = 0;
    for (int i = 0; i < instants.length; i++) {
      if (i == 0 || gaps[i - 1] >= least) {
        starts[count++] = instants[i];
      }
    }
    return Arrays.copyOf(starts, count);
  }

  private static boolean[] kept(
      long[] starts, NavigableSet<Long> turningPoints, NavigableSet<Long> opinions, int rowsMax) {
    boolean[] kept = new boolean[starts.length];
    int budget = rowsMax;
    int ends = rowsMax / 4;
    for (int i = 0; i < starts.length; i++) {
      if (starts.length <= rowsMax || i < ends || i >= starts.length - ends) {
        kept[i] = true;
        budget--;
      }
    }
    for (long at : turningPoints) {
      int i = last(starts, at);
      for (int j = i; j <= i + 1 && j < starts.length && budget > 0; j++) {
        budget -= kept[j] ? 0 : 1;
        kept[j] = true;
      }
    }
    for (long at : opinions) {
      int i = last(starts, at);
      if (!kept[i] && budget > 0) {
        budget--;
        kept[i] = true;
      }
    }
    for (int i = 0; i < starts.length && budget > 0; i++) {
      budget -= kept[i] ? 0 : 1;
      kept[i] = true;
    }
    return kept;
  }

  private static int last(long[] starts, long at) {
    int found = Arrays.binarySearch(starts, at);
    return found >= 0 ? found : -found - 2;
  }

  /** How many rows there are. */
  int size() {
    return size;
  }

  /** How many instants there are, in however many rows. */
  int instants() {
    return instants;
  }

  boolean isShared() {
    return starts.length < instants;
  }

  /** The row of an instant, or, if it was left out, the complement of the next row. */
  int row(long at) {
    return rows[last(starts, at)];
  }

  /** How many instants were left out just before a row; the one after the last may be asked. */
  int leftOutBefore(int row) {
    return leftOutBefore[row];
  }

  /** The time of a row with as many decimals as it takes to tell the rows apart. */
  String label(int row) {
    for (int i = 0; i < starts.length; i++) {
      if (rows[i] == row) {
        return label(starts[i], decimals);
      }
    }
    throw new IndexOutOfBoundsException(row);
  }

  /** The label that takes the most room; the last one, because time only grows. */
  String longest() {
    return starts.length == 0 ? "" : "0".repeat(decimals) + label(starts[starts.length - 1], 0);
  }

  private int decimals() {
    for (int digits = 0; digits < 9; digits++) {
      int wanted = digits;
      if (Arrays.stream(starts).mapToObj(at -> label(at, wanted)).distinct().count()
          == starts.length) {
        return digits;
      }
    }
    return 9;
  }

  private static String label(long at, int decimals) {
    BigDecimal seconds = BigDecimal.valueOf(at, 9).setScale(decimals, RoundingMode.DOWN);
    boolean isWhole = seconds.stripTrailingZeros().scale() <= 0;
    return (isWhole ? seconds.setScale(0) : seconds).toPlainString();
  }
}
