package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.Plan.Faults;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.search.Circumstance.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All circumstances of a search, and what faults and calls make of them. */
final class Circumstances {
  private static final int PLACE = 2_000;
  private static final int BYTES = 250;

  /** What changes circumstances without a node, a link or a call being named. */
  static final int LOSE = 0;

  static final int DUPLICATE = 1;
  static final int HEAL = 2;
  static final int DEVIATE = 3;
  private static final int NAMED = 4;

  private final int nodes;
  private final int calls;
  private final List<Long> cuts;
  private final int deeds;
  private final Circumstance impossible;
  private final Map<Values, Circumstance> known = new HashMap<>();
  private volatile long bytes;
  private volatile @Nullable Circumstance[] published = {};

  Circumstances(Plan plan, Links links) {
    this.nodes = plan.members().size();
    this.calls = plan.calls().size();
    this.cuts = plan.faults().cuts() == 0 ? List.of() : links.cuts();
    this.deeds = NAMED + 4 * nodes + calls + cuts.size();
    this.impossible = new Circumstance(-1, first(plan), 0, 0);
    intern(first(plan));
  }

  private static Values first(Plan plan) {
    long everyCall = (1L << plan.calls().size()) - 1;
    int deviations = plan.bounds().deviations();
    List<Long> idle = deviations < 0 ? List.of() : Collections.nCopies(plan.members().size(), 0L);
    return new Values(plan.faults(), Math.max(0, deviations), everyCall, 0, 0, idle);
  }

  Circumstance of(int id) {
    return Objects.requireNonNull(published[id]);
  }

  /** Returns about how much memory all of them take. */
  long bytes() {
    return bytes;
  }

  List<Long> cuts() {
    return cuts;
  }

  int crash(int node) {
    return NAMED + node;
  }

  int recover(int node) {
    return NAMED + nodes + node;
  }

  int pause(int node) {
    return NAMED + 2 * nodes + node;
  }

  int resume(int node) {
    return NAMED + 3 * nodes + node;
  }

  int call(int call) {
    return NAMED + 4 * nodes + call;
  }

  int cut(int index) {
    return NAMED + 4 * nodes + calls + index;
  }

  /** Returns what that makes of it; null if it cannot happen. */
  @Nullable Circumstance after(Circumstance before, int deed) {
    Circumstance next = before.known(deed);
    if (next == null) {
      Values values = change(before.values, deed);
      next = values == null ? impossible : intern(values);
      before.learn(deed, next);
    }
    return next == impossible ? null : next;
  }

  /**
   * Returns what it becomes when a node acts.
   *
   * @param passesNanos how much time passes before
   * @param down the nodes whose clocks do not matter
   */
  Circumstance acted(Circumstance before, int node, long passesNanos, int down) {
    List<Long> idle = new ArrayList<>(before.values.idleNanos());
    for (int i = 0; i < idle.size(); i++) {
      boolean counts = i != node && (down >>> i & 1) == 0;
      idle.set(i, counts ? idle.get(i) + passesNanos : 0L);
    }
    return idle.equals(before.values.idleNanos())
        ? before
        : intern(before.values.withIdle(List.copyOf(idle)));
  }

  private synchronized Circumstance intern(Values values) {
    Circumstance found = known.get(values);
    if (found == null) {
      int id = known.size();
      found = new Circumstance(id, values, LocalSpace.mark(PLACE, id), deeds);
      known.put(values, found);
      @Nullable Circumstance[] larger = published;
      larger = id < larger.length ? larger : Arrays.copyOf(larger, Math.max(16, 2 * id));
      larger[id] = found;
      published = larger;
      bytes += BYTES + 4L * deeds + 24L * values.idleNanos().size();
    }
    return found;
  }

  private @Nullable Values change(Values at, int deed) {
    Faults left = at.left();
    return switch (deed) {
      case LOSE -> left.losses() == 0 ? null : at.withLeft(minus(left, 0, 0, 1, 0, 0, 0));
      case DUPLICATE -> left.duplicates() == 0 ? null : at.withLeft(minus(left, 0, 0, 0, 1, 0, 0));
      case HEAL -> at.cut() == 0 ? null : at.withCut(0);
      case DEVIATE ->
          at.deviations() == 0
              ? null
              : new Values(
                  left, at.deviations() - 1, at.calls(), at.cut(), at.paused(), at.idleNanos());
      default -> changeNamed(at, deed - NAMED);
    };
  }

  private @Nullable Values changeNamed(Values at, int named) {
    Faults left = at.left();
    int bit = 1 << named % nodes;
    boolean isPaused = (at.paused() & bit) != 0;
    int index = named - 4 * nodes;
    return switch (Math.min(named / nodes, 4)) {
      case 0 ->
          left.crashes() == 0
              ? null
              : at.withLeft(minus(left, 1, 0, 0, 0, 0, 0)).withPaused(at.paused() & ~bit);
      case 1 -> left.recoveries() == 0 ? null : at.withLeft(minus(left, 0, 1, 0, 0, 0, 0));
      case 2 ->
          left.pauses() == 0 || isPaused
              ? null
              : at.withLeft(minus(left, 0, 0, 0, 0, 0, 1)).withPaused(at.paused() | bit);
      case 3 -> isPaused ? at.withPaused(at.paused() & ~bit) : null;
      default -> index < calls ? called(at, index) : cut(at, cuts.get(index - calls));
    };
  }

  private static @Nullable Values called(Values at, int call) {
    long bit = 1L << call;
    return (at.calls() & bit) == 0
        ? null
        : new Values(
            at.left(), at.deviations(), at.calls() & ~bit, at.cut(), at.paused(), at.idleNanos());
  }

  private static @Nullable Values cut(Values at, long links) {
    boolean isNews = (at.cut() | links) != at.cut();
    return at.left().cuts() == 0 || !isNews
        ? null
        : at.withLeft(minus(at.left(), 0, 0, 0, 0, 1, 0)).withCut(at.cut() | links);
  }

  private static Faults minus(
      Faults left, int crashes, int recoveries, int losses, int duplicates, int cuts, int pauses) {
    return new Faults(
        left.crashes() - crashes,
        left.recoveries() - recoveries,
        left.losses() - losses,
        left.duplicates() - duplicates,
        left.cuts() - cuts,
        left.pauses() - pauses);
  }
}
