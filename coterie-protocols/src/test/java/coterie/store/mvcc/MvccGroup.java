package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.core.Blueprint;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.check.clock.Causality;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A simulated group of copies of the store, numbered from 0, and what is known to be true. */
final class MvccGroup extends SimulatedGroup<MvccReplica> {
  /** What is done to the context of every copy, to see that it is noticed. */
  interface Tamper extends UnaryOperator<Context<MvccReplica.Msg>> {}

  private final Causality causality;
  final Settings settings;
  final List<String> bad = new ArrayList<>();
  long removed;
  long trimmed;
  long compared;
  long refused;
  private final TreeSet<Dot> acknowledged = new TreeSet<>();

  /** For every stamp that was closed to somebody: what a scan at it gave. */
  private final TreeMap<Long, List<Version>> closed = new TreeMap<>();

  MvccGroup(int size, Map<String, String> values, Setup setup, Tamper tamper) {
    super(
        MvccReplica.class,
        View.numbered(0, size),
        blueprint(size, settings(values), tamper),
        setup);
    settings = settings(values);
    causality = new Causality(simulation);
  }

  private static Settings settings(Map<String, String> values) {
    return new Settings(MvccRecipe.RECIPE.settings(), values);
  }

  private static Blueprint blueprint(int size, Settings settings, Tamper tamper) {
    View members = View.numbered(0, size);
    MvccReplica.Config config = MvccRecipe.config(settings);
    MvccClient.Config work = MvccClient.Config.of(settings);
    return node -> {
      MvccReplica replica =
          node.add(
              "mvcc",
              MvccReplica.Msg.class,
              context -> new MvccReplica(tamper.apply(context), members, config));
      MvccClient.add(node, members, replica, work);
    };
  }

  int writes() {
    return acknowledged.size();
  }

  @Override
  public void noted(long time, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Wrote(String what, Dot dot) -> acknowledged.add(dot);
      case MvccReplica.Collected(String safePoint, long count) -> removed += count;
      case MvccReplica.Trimmed(int last, long count) -> trimmed += count;
      case Note.BadMessage message -> bad.add(node + " " + message);
      default -> {}
    }
  }

  /** What is closed to a copy is the same at all copies to which it is closed, and stays so. */
  void checkClosed(int node, long back) {
    MvccReplica copy = at(node);
    long time = copy.closed();
    if (time > 0) {
      compare(node, time);
      long earlier = Math.max(0, HybridClock.millis(time) - back) << HybridClock.COUNTER_BITS;
      Long known = closed.floorKey(earlier);
      if (known != null) {
        compare(node, known);
      }
    }
  }

  private void compare(int node, long time) {
    MvccStore store = at(node).store();
    Stamp stamp = Stamp.lastOf(time);
    if (stamp.isBefore(store.safePoint())) {
      return;
    }
    if (stamp.isBefore(store.completeFrom())) {
      compareLeft(node, stamp);
      return;
    }
    List<Version> now = store.scan(Bytes.none(), null, stamp, Integer.MAX_VALUE);
    List<Version> before = closed.putIfAbsent(time, now);
    compared += before == null ? 0 : 1;
    if (before != null && !before.equals(now)) {
      wrong.add(
          "P%d shows %s at the closed time %d, which was %s".formatted(node, now, time, before));
    }
  }

  /** Where only the last versions are left, a key that has one shows what all showed. */
  private void compareLeft(int node, Stamp stamp) {
    List<Version> before = closed.get(stamp.time());
    if (before == null) {
      return;
    }
    for (Version version : before) {
      try {
        Version now = at(node).store().get(version.key(), stamp);
        if (!version.equals(now)) {
          wrong.add(
              "P%d shows %s of the last versions at %s, which was %s"
                  .formatted(node, now, stamp, version));
        }
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
  }

  /** Whether all copies have seen the same. */
  boolean isEqual() {
    for (int i = 1; i < size(); i++) {
      if (!at(i).seen().equals(at(0).seen())) {
        return false;
      }
    }
    return true;
  }

  /** Once all have settled: nothing acknowledged is lost, and all copies are alike. */
  void checkConverged() {
    wrong.addAll(causality.violations());
    MvccReplica first = at(0);
    for (int i = 0; i < size(); i++) {
      MvccReplica copy = at(i);
      for (Dot dot : acknowledged) {
        if (!copy.hasSeen(MvccReplica.NAME, dot)) {
          wrong.add("P%d lacks the acknowledged write %s".formatted(i, dot));
        }
      }
      if (!copy.seen().equals(first.seen()) || !copy.contents().equals(first.contents())) {
        wrong.add("P%d and P0 differ: %s %s".formatted(i, copy.contents(), first.contents()));
      }
      @Nullable String flaw = copy.flaw();
      if (flaw != null) {
        wrong.add("P%d: %s".formatted(i, flaw));
      }
      for (long time : List.copyOf(closed.keySet())) {
        compare(i, time);
      }
    }
  }
}
