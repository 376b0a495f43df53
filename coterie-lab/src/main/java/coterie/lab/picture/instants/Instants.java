package coterie.lab.picture.instants;

import coterie.core.TimeText;
import coterie.lab.picture.instants.Ranks.Rank;
import coterie.sim.trace.TraceEvent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * The instants of a run in rows: each its own, as long as there are few. Where there are many,
 * instants in which nothing but routine happens are folded into one row, and instants that are
 * close together share one. An instant with a fault, a verdict or a sentence begins a row, whose
 * time is then its own.
 */
public final class Instants {
  /** Instants share a row only if their distance is small against the largest one. */
  private static final long SHARING = 10;

  /** Less routine than that is shown, because a fold would save no room. */
  private static final int FOLDED_MIN = 16;

  private static final int RANGE_DECIMALS = 3;

  private final long[] times;
  private final Rank[] rankOf;
  private final boolean[] isOut;
  private final long[] starts;
  private final int[] first;
  private final int decimals;

  private Instants(long[] times, Rank[] rankOf, boolean[] isOut, boolean[] isStart) {
    this.times = times;
    this.rankOf = rankOf;
    this.isOut = isOut;
    long[] found = new long[times.length];
    int[] from = new int[times.length];
    int count = 0;
    for (int i = 0; i < times.length; i++) {
      if (isStart[i]) {
        from[count] = i;
        found[count++] = times[i];
      }
    }
    this.starts = Arrays.copyOf(found, count);
    this.first = Arrays.copyOf(from, count);
    this.decimals = decimals();
  }

  /**
   * Finds the instants of a run, and how much each of them matters.
   *
   * @param warnings times that matter most, besides those of faults
   */
  public static Instants of(
      List<TraceEvent> events, Causes causes, List<Long> warnings, Detail detail, int rowsMax) {
    SortedMap<Long, Rank> ranks = Ranks.of(events, causes, detail == Detail.THINNED);
    warnings.forEach(at -> ranks.replace(at, Rank.TURN));
    long[] times = ranks.keySet().stream().mapToLong(Long::longValue).toArray();
    Rank[] rankOf = ranks.values().toArray(Rank[]::new);
    boolean[] isOut = new boolean[times.length];
    if (detail != Detail.WHOLE) {
      fold(rankOf, messages(events, times), isOut);
    }
    return new Instants(
        times,
        rankOf,
        isOut,
        starts(times, isBeside(rankOf, isOut, detail), rankOf, isOut, rowsMax));
  }

  /** How many messages start at each instant. */
  private static int[] messages(List<TraceEvent> events, long[] times) {
    int[] messages = new int[times.length];
    for (TraceEvent event : events) {
      if (event instanceof TraceEvent.Sent) {
        messages[Arrays.binarySearch(times, event.atNanos())]++;
      }
    }
    return messages;
  }

  private static void fold(Rank[] rankOf, int[] messages, boolean[] isOut) {
    for (int i = 0, end; i < rankOf.length; i = end) {
      int much = 0;
      for (end = i; end < rankOf.length && rankOf[end] == Rank.ROUTINE; end++) {
        much += Math.max(1, messages[end]);
      }
      Arrays.fill(isOut, i, end, much >= FOLDED_MIN);
      end = Math.max(end, i + 1);
    }
  }

  /**
   * Where only messages that changed something are drawn, routine has nothing to put into a row.
   */
  private static boolean[] isBeside(Rank[] rankOf, boolean[] isOut, Detail detail) {
    boolean[] isBeside = new boolean[rankOf.length];
    for (int i = 1; i < rankOf.length; i++) {
      isBeside[i] = detail == Detail.THINNED && rankOf[i] == Rank.ROUTINE && !isOut[i];
    }
    return isBeside;
  }

  private static boolean[] starts(
      long[] times, boolean[] isBeside, Rank[] rankOf, boolean[] isOut, int rowsMax) {
    boolean[] isStart = new boolean[times.length];
    int forced = 0;
    long[] gaps = new long[times.length];
    int near = 0;
    for (int i = 0; i < times.length; i++) {
      isStart[i] = i == 0 || isOut[i] != isOut[i - 1] || rankOf[i] == Rank.TURN;
      forced += isStart[i] ? 1 : 0;
      if (!isStart[i] && !isOut[i] && !isBeside[i]) {
        gaps[near++] = times[i] - times[i - 1];
      }
    }
    long least = least(Arrays.copyOf(gaps, near), Math.max(1, rowsMax - forced));
    for (int i = 1; i < times.length; i++) {
      isStart[i] |= !isOut[i] && !isBeside[i] && times[i] - times[i - 1] >= least;
    }
    return isStart;
  }

  /** The least distance of instants that do not share a row. */
  private static long least(long[] gaps, int rows) {
    Arrays.sort(gaps);
    return gaps.length <= rows
        ? 0
        : Math.min(gaps[gaps.length - rows], gaps[gaps.length - 1] / SHARING);
  }

  /** How many rows there are, the folded ones included. */
  public int size() {
    return starts.length;
  }

  /** How many instants there are, in however many rows. */
  public int instants() {
    return times.length;
  }

  /** The row of an instant; that of a time between instants is the one before. */
  public int row(long at) {
    int found = Arrays.binarySearch(starts, at);
    return Math.max(0, found >= 0 ? found : -found - 2);
  }

  /** Whether a row is nothing but routine, which is not drawn. */
  public boolean isFolded(int row) {
    return isOut[first[row]];
  }

  /** What matters most in a row. */
  public Rank rank(int row) {
    Rank most = Rank.ROUTINE;
    for (int i = first[row]; i < end(row); i++) {
      most = rankOf[i].compareTo(most) < 0 ? rankOf[i] : most;
    }
    return most;
  }

  private int end(int row) {
    return row + 1 < first.length ? first[row + 1] : times.length;
  }

  /** The time of a row: just that of a fault, else as long as it takes to tell the rows apart. */
  public String label(int row) {
    long at = starts[row];
    return rankOf[first[row]] == Rank.TURN ? TimeText.format(at) : label(at, decimals);
  }

  /** From when to when some rows go. */
  public String range(int from, int to) {
    int digits = Math.min(decimals, RANGE_DECIMALS);
    String begin = label(starts[from], digits);
    String end = label(times[end(to) - 1], digits);
    return begin.equals(end) ? begin : begin + " to " + end;
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
