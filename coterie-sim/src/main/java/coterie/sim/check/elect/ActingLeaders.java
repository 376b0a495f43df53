package coterie.sim.check.elect;

/**
 * Who acts as the leader, and for how long two have done so at once. A reign may end by itself,
 * between two events; as nobody begins to lead between events, the number of leaders only falls
 * there, and its end is computed and not looked for.
 */
final class ActingLeaders {
  private static final long NEVER = -1;

  /** The true time at which each reign ends; not later than now for those who do not lead. */
  private final long[] endNanos;

  private final int[] acting;
  private int count;
  private long twoSinceNanos = NEVER;
  private long lastStartNanos = NEVER;
  private long lastEndNanos = NEVER;
  private long stretches;
  private long twoNanos;
  private long longestNanos;

  ActingLeaders(int size) {
    this.endNanos = new long[size];
    this.acting = new int[size];
  }

  boolean leads(int node, long atNanos) {
    return endNanos[node] > atNanos;
  }

  long endNanos(int node) {
    return endNanos[node];
  }

  /** How many lead, of those that are kept after {@link #passTo}. */
  int count() {
    return count;
  }

  int at(int index) {
    return acting[index];
  }

  /** Time has passed to that moment: some reigns may be over. */
  void passTo(long atNanos) {
    if (twoSinceNanos != NEVER) {
      long end = secondLastEnd();
      if (end <= atNanos) {
        endStretch(end);
      }
    }
    for (int i = count - 1; i >= 0; i--) {
      if (endNanos[acting[i]] <= atNanos) {
        acting[i] = acting[--count];
      }
    }
  }

  /** That one leads from now until then. */
  void begin(int node, long nowNanos, long newEndNanos) {
    if (newEndNanos <= nowNanos) {
      end(node, nowNanos);
      return;
    }
    if (!leads(node, nowNanos)) {
      acting[count++] = node;
    }
    endNanos[node] = newEndNanos;
    if (count > 1 && twoSinceNanos == NEVER) {
      beginStretch(nowNanos);
    }
  }

  /**
   * A leader that steps down and leads again at one instant, under a new term, has not interrupted
   * it.
   */
  private void beginStretch(long nowNanos) {
    twoSinceNanos = nowNanos;
    if (nowNanos == lastEndNanos) {
      twoSinceNanos = lastStartNanos;
      twoNanos -= lastEndNanos - lastStartNanos;
      stretches--;
    }
  }

  void end(int node, long nowNanos) {
    if (!leads(node, nowNanos)) {
      return;
    }
    endNanos[node] = nowNanos;
    for (int i = 0; i < count; i++) {
      if (acting[i] == node) {
        acting[i] = acting[--count];
        break;
      }
    }
    if (count < 2 && twoSinceNanos != NEVER) {
      endStretch(nowNanos);
    }
  }

  /** How often, for how long in total, and how long at most two have led at once. */
  Elections.TwoLeaders twoLeaders(long nowNanos) {
    long running = twoSinceNanos == NEVER ? 0 : nowNanos - twoSinceNanos;
    return new Elections.TwoLeaders(
        stretches + (running > 0 ? 1 : 0), twoNanos + running, Math.max(longestNanos, running));
  }

  /** Two who change at one and the same instant have not led at once for any time. */
  private void endStretch(long atNanos) {
    long lasted = atNanos - twoSinceNanos;
    if (lasted > 0) {
      lastStartNanos = twoSinceNanos;
      lastEndNanos = atNanos;
      stretches++;
      twoNanos += lasted;
      longestNanos = Math.max(longestNanos, lasted);
    }
    twoSinceNanos = NEVER;
  }

  /** From then on, at most one of those who lead now is left. */
  private long secondLastEnd() {
    long last = Long.MIN_VALUE;
    long second = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long end = endNanos[acting[i]];
      second = Math.max(second, Math.min(last, end));
      last = Math.max(last, end);
    }
    return second;
  }
}
