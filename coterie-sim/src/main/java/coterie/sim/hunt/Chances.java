package coterie.sim.hunt;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/** What a seed draws, one number after the other. */
final class Chances {
  /** Times are multiples of this, so that people can read them. */
  private static final long GRAIN = TimeText.SECOND / 10_000;

  private static final long KEY = 0x5A4A;

  private final SeededRandom random;

  Chances(long seed) {
    this.random = new SeededRandom(seed, KEY);
  }

  boolean oneIn(int times) {
    return random.below(times) == 0;
  }

  int below(int bound) {
    return (int) random.below(bound);
  }

  /** Returns a number from the first to the last. */
  long between(long first, long last) {
    return first + random.below(last - first + 1);
  }

  <T> T pick(List<T> some) {
    return some.get(below(some.size()));
  }

  NodeId node(View members) {
    return members.at(below(members.size()));
  }

  /** Returns some of them: each is drawn or not. */
  List<NodeId> some(View members) {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      if (oneIn(2)) {
        some.add(members.at(i));
      }
    }
    return some;
  }

  /** Returns a duration; short ones and long ones are equally likely, whatever the scale. */
  long scaled(long leastNanos, long mostNanos) {
    if (mostNanos <= leastNanos) {
      return mostNanos;
    }
    double share = StrictMath.log((double) mostNanos / leastNanos) * fraction();
    return grained(Math.round(leastNanos * StrictMath.exp(share)));
  }

  /** Returns a time after which something happens whose times have that mean. */
  long gap(long meanNanos) {
    return Math.max(GRAIN, grained(Math.round(-StrictMath.log(fraction()) * meanNanos)));
  }

  /** Returns a probability with two decimals, from 0.01. */
  double probability(double most) {
    return Math.max(1, Math.round(most * fraction() * 100)) / 100.0;
  }

  static long grained(long nanos) {
    return nanos / GRAIN * GRAIN;
  }

  /** A number between 0 and 1 that is never 0, so that its logarithm is finite. */
  private double fraction() {
    return ((random.next() >>> 11) + 0.5) * 0x1.0p-53;
  }
}
