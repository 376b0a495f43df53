package coterie.sim.shrink.minimal;

import coterie.core.TimeText;
import java.util.ArrayList;
import java.util.List;

/** Times that are easy to read. */
public final class RoundTimes {
  private static final long LARGEST = 1000 * TimeText.SECOND;

  private RoundTimes() {}

  /**
   * Returns the roundest time above one and below another; the first one if nothing lies between.
   */
  public static long between(long aboveNanos, long belowNanos) {
    for (long unit = LARGEST; unit > 0; unit /= 10) {
      long next = (aboveNanos / unit + 1) * unit;
      if (next < belowNanos) {
        return next;
      }
    }
    return aboveNanos;
  }

  /** Returns times near the given one that are written with fewer digits, the roundest first. */
  public static List<Long> near(long nanos) {
    int length = TimeText.format(nanos).length();
    List<Long> found = new ArrayList<>();
    for (long unit = LARGEST; unit > 0; unit /= 10) {
      long floor = nanos / unit * unit;
      long nearest = nanos - floor < unit / 2 ? floor : floor + unit;
      long other = nearest == floor ? floor + unit : floor;
      for (long time : List.of(nearest, other)) {
        if (TimeText.format(time).length() < length && !found.contains(time)) {
          found.add(time);
        }
      }
    }
    return found;
  }

  /** Returns those of them that are of the same order of magnitude. */
  public static List<Long> similar(long nanos) {
    return near(nanos).stream().filter(time -> time >= nanos / 2 && time <= 2 * nanos).toList();
  }
}
