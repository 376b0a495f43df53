package coterie.lab.hunt;

import coterie.lab.campaign.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts stretches together in the order of their seeds, whichever comes first, and ends at the last
 * violation that is asked for. So the violation of the lowest seed is the one that is told, though
 * another thread may have found a later one before.
 */
public final class Folding {
  private final long last;
  private final int violationsMax;
  private final Map<Long, List<Stretch>> waiting = new TreeMap<>();
  private final List<Stretch> folded = new ArrayList<>();
  private long next;
  private int violations;

  /** No seed from here on can be part of the result. */
  private long needlessFrom = Long.MAX_VALUE;

  /**
   * Begins with nothing.
   *
   * @param violationsMax where to end
   */
  public Folding(Seeds seeds, int violationsMax) {
    this.next = seeds.first();
    this.last = seeds.last();
    this.violationsMax = violationsMax;
  }

  /** Adds what a piece of the seeds came to. */
  public synchronized void add(List<Stretch> stretches) {
    if (stretches.isEmpty()) {
      return;
    }
    long found = stretches.stream().filter(one -> one.found() != null).count();
    if (found >= violationsMax) {
      needlessFrom = Math.min(needlessFrom, stretches.getLast().seeds().last() + 1);
    }
    waiting.put(stretches.getFirst().seeds().first(), stretches);
    for (List<Stretch> one = waiting.remove(next);
        one != null && !isComplete();
        one = waiting.remove(next)) {
      one.forEach(this::append);
    }
  }

  private void append(Stretch stretch) {
    if (isComplete()) {
      return;
    }
    boolean isNew = folded.isEmpty() || folded.getLast().found() != null;
    folded.add(isNew ? stretch : folded.removeLast().plus(stretch));
    next = stretch.seeds().last() + 1;
    violations += stretch.found() == null ? 0 : 1;
  }

  /** Returns whether nothing that is still to come can be part of the result. */
  public synchronized boolean isComplete() {
    return violations >= violationsMax || next > last;
  }

  /** Returns whether that seed may be part of the result. */
  public synchronized boolean needs(long seed) {
    return !isComplete() && seed < needlessFrom;
  }

  /** Returns what was folded so far: all seeds from the first one on, without a gap. */
  public synchronized List<Stretch> stretches() {
    return List.copyOf(folded);
  }
}
