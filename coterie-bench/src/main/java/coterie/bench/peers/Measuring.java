package coterie.bench.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/** The measures themselves, each on a group that agrees. */
final class Measuring {
  static final int SETTLE_SECONDS = 20;
  static final int IDLE_SECONDS = 60;
  static final int LOSS_SECONDS = 180;
  static final int LOSS_PERCENT = 15;
  static final int STOP_SECONDS = 3;
  static final int WATCH_SECONDS = 15;
  private static final int KNOWN_SECONDS_MAX = 120;
  private static final int MISSES_MAX = 3;

  private final Peer peer;
  private final Group group;
  private final int size;
  private final PrintStream progress;
  // The moment of a fault must not keep step with the rounds of a detector.
  private final Random random = new Random(7);
  private boolean broken;

  Measuring(Peer peer, Group group, int size, PrintStream progress) {
    this.peer = peer;
    this.group = group;
    this.size = size;
    this.progress = progress;
  }

  Result measure(Measure measure, int rounds) {
    return switch (measure) {
      case IDLE -> idle();
      case KILL -> times(measure, rounds, NodeProcess::kill);
      case CUT -> times(measure, rounds, node -> group.network().cut(node.place().slot()));
      case PAUSE -> pause(rounds);
      case JOIN -> join(measure, rounds, Start.WARM);
      case COLD -> join(measure, rounds, Start.LATER);
      case LOSS -> loss();
    };
  }

  static int pauses(int rounds) {
    return Math.min(rounds, 5);
  }

  private Result idle() {
    sleep(SETTLE_SECONDS);
    Network.Traffic before = group.network().sent();
    long sinceNanos = System.nanoTime();
    sleep(IDLE_SECONDS);
    Network.Traffic sent = group.network().sent().minus(before);
    double nodeSeconds = size * (System.nanoTime() - sinceNanos) / 1e9;
    double packets = sent.packets() / nodeSeconds;
    double bytes = sent.bytes() / nodeSeconds;
    String text = String.format(Locale.ROOT, "%.1f, %.0f B", packets, bytes);
    return new Result(
        peer.name(), Measure.IDLE, size, text, "packets and bytes", List.of(packets, bytes));
  }

  /**
   * Harms one node after the other, never the one by which the others join, and takes the times.
   */
  private Result times(Measure measure, int rounds, Consumer<NodeProcess> harm) {
    List<Double> seconds = new ArrayList<>();
    int misses = 0;
    for (int round = 0; round < rounds && misses < MISSES_MAX && !broken; round++) {
      sleep(3 + 2 * random.nextDouble());
      NodeProcess victim = group.node(1 + round % (size - 1));
      long sinceNanos = System.nanoTime();
      harm.accept(victim);
      double taken = untilAll(victim, false, sinceNanos);
      seconds.add(taken);
      misses += Double.isInfinite(taken) ? 1 : 0;
      tell(measure, round, rounds, Samples.text(taken));
      victim.kill();
      group.network().heal();
      mend(() -> group.restart(victim));
    }
    return result(measure, seconds);
  }

  /** A group that does not come together again ends a measure, which keeps what it has. */
  private void mend(Runnable step) {
    try {
      step.run();
    } catch (IllegalStateException e) {
      progress.println("  " + e.getMessage());
      broken = true;
    }
  }

  /** Whether the group is of no more use. */
  boolean isBroken() {
    return broken;
  }

  private Result result(Measure measure, List<Double> seconds) {
    return new Result(peer.name(), measure, size, new Samples(seconds).text(), "seconds", seconds);
  }

  /** The time until all others list a node, or none does. */
  private double untilAll(NodeProcess node, boolean listed, long sinceNanos) {
    String name = node.name();
    List<NodeProcess> others = group.others(node);
    boolean came =
        group.await(
            KNOWN_SECONDS_MAX,
            () -> others.stream().allMatch(other -> other.lists(name) == listed));
    if (!came) {
      return Double.POSITIVE_INFINITY;
    }
    return group.locked(
        () -> {
          long lastNanos = 0;
          for (NodeProcess other : others) {
            lastNanos = Math.max(lastNanos, other.lastChangeNanos(name) - sinceNanos);
          }
          return lastNanos / 1e9;
        });
  }

  private Result pause(int rounds) {
    List<Double> removals = new ArrayList<>();
    int harmed = 0;
    for (int round = 0; round < pauses(rounds) && !broken; round++) {
      sleep(3 + 2 * random.nextDouble());
      NodeProcess victim = group.node(1 + round % (size - 1));
      long sinceNanos = System.nanoTime();
      victim.signal("STOP");
      try {
        sleep(STOP_SECONDS);
      } finally {
        victim.signal("CONT");
      }
      sleep(WATCH_SECONDS);
      List<String> removed = removedSince(sinceNanos);
      removals.add((double) removed.size());
      tell(Measure.PAUSE, round, pauses(rounds), removed.size() + " removals " + removed);
      if (!removed.isEmpty()) {
        harmed++;
        mend(() -> group.restart(victim));
      }
    }
    String text = "%d of %d".formatted(harmed, removals.size());
    return new Result(peer.name(), Measure.PAUSE, size, text, "removals", removals);
  }

  private Result join(Measure measure, int rounds, Start start) {
    List<Double> seconds = new ArrayList<>();
    for (int round = 0; round < rounds && !broken; round++) {
      sleep(2 + random.nextDouble());
      // A name of its own every time: it is a new member and not one that returns.
      String name = "n" + ((start == Start.WARM ? 1000 : 2000) + round);
      NodeProcess newcomer = group.join(new Place(size, name), start);
      group.await(KNOWN_SECONDS_MAX, newcomer::isJoining);
      double taken = untilAll(newcomer, true, group.locked(newcomer::joiningNanos));
      seconds.add(taken);
      tell(measure, round, rounds, Samples.text(taken));
      mend(group::awaitAgreement);
      newcomer.leave();
      group.forget(newcomer);
      untilAll(newcomer, false, System.nanoTime());
      newcomer.kill();
    }
    return result(measure, seconds);
  }

  private Result loss() {
    group.network().lose(LOSS_PERCENT);
    long sinceNanos = System.nanoTime();
    sleep(LOSS_SECONDS);
    List<String> removed = removedSince(sinceNanos);
    group.network().heal();
    tell(Measure.LOSS, 0, 1, removed.size() + " removals " + removed);
    String text = "%d (%d nodes)".formatted(removed.size(), removed.stream().distinct().count());
    return new Result(
        peer.name(), Measure.LOSS, size, text, "removals", List.of((double) removed.size()));
  }

  private List<String> removedSince(long nanos) {
    return group.locked(
        () -> {
          List<String> removed = new ArrayList<>();
          for (NodeProcess node : group.all()) {
            removed.addAll(node.removedSince(nanos));
          }
          return removed;
        });
  }

  private void tell(Measure measure, int round, int rounds, String what) {
    progress.printf(
        "  %s %s N=%d, round %d of %d: %s%n",
        peer.name(), measure.word(), size, round + 1, rounds, what);
  }

  private static void sleep(double seconds) {
    try {
      Thread.sleep((long) (seconds * 1000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the measurement was interrupted", e);
    }
  }
}
