package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What a state of a group has beside its nodes and messages: which faults and calls are left, which
 * links are cut, who is paused. It remembers what follows from it.
 */
final class Circumstance {
  /**
   * The values.
   *
   * @param calls those that were not made yet, as bits
   * @param cut the links that are cut, as bits of {@link Links}
   * @param paused the nodes that are paused, as bits
   * @param idleNanos for how long each node has been idle; none where time does not matter
   */
  record Values(
      Plan.Faults left, int deviations, long calls, long cut, int paused, List<Long> idleNanos) {
    Values withLeft(Plan.Faults faults) {
      return new Values(faults, deviations, calls, cut, paused, idleNanos);
    }

    Values withPaused(int nodes) {
      return new Values(left, deviations, calls, cut, nodes, idleNanos);
    }

    Values withCut(long links) {
      return new Values(left, deviations, calls, links, paused, idleNanos);
    }

    Values withIdle(List<Long> nanos) {
      return new Values(left, deviations, calls, cut, paused, nanos);
    }
  }

  final int id;
  final Values values;

  /** What a fingerprint gains with it. */
  final long mark;

  private final AtomicReferenceArray<Circumstance> after;

  Circumstance(int id, Values values, long mark, int deeds) {
    this.id = id;
    this.values = values;
    this.mark = mark;
    this.after = new AtomicReferenceArray<>(deeds);
  }

  @Nullable Circumstance known(int deed) {
    return after.getPlain(deed);
  }

  void learn(int deed, Circumstance next) {
    after.setRelease(deed, next);
  }
}
