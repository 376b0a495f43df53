package coterie.testkit;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import java.util.List;

/**
 * One kind of bad thing that a {@link Storm} does. How bad it gets is drawn anew each time.
 *
 * <p>A protocol has strikes of its own, too, such as a call of one of its methods: a strike is a
 * lambda.
 */
@FunctionalInterface
public interface Strike {
  /**
   * Strikes a process; those that strike the network do not look at it.
   *
   * @param node one that was drawn, which may be down or paused
   */
  void strike(Storm storm, NodeId node);

  /** Crashes a process that is up, with the loss of its last saves or without; recovers another. */
  static Strike crashOrRecover() {
    return (storm, node) -> {
      if (storm.isUp(node)) {
        storm.crash(node, storm.draws().nextBoolean());
      } else {
        storm.recover(node);
      }
    };
  }

  /** Does the same; half of those that crash are back at once. */
  static Strike crashOrRestart() {
    return (storm, node) -> {
      if (!storm.isUp(node)) {
        storm.recover(node);
        return;
      }
      storm.crash(node, storm.draws().nextBoolean());
      if (storm.draws().nextBoolean()) {
        storm.recover(node);
      }
    };
  }

  /** Crashes a process with the loss of its last saves, unless it is the last one up; recovers. */
  static Strike crashUnlessLast() {
    return (storm, node) -> {
      if (!storm.isUp(node)) {
        storm.recover(node);
      } else if (storm.upCount() > 1) {
        storm.crash(node, false);
      }
    };
  }

  /** Crashes a process that is up and recovers it before another can notice. */
  static Strike restart() {
    return (storm, node) -> {
      if (storm.isReturning() && storm.isUp(node)) {
        storm.crash(node, storm.draws().nextBoolean());
        storm.recover(node);
      }
    };
  }

  /** Pauses a process until this strikes it again. */
  static Strike pauseOrResume() {
    return (storm, node) -> {
      if (storm.isPaused(node)) {
        storm.resume(node);
      } else if (storm.isUp(node)) {
        storm.pause(node);
      }
    };
  }

  /** Pauses a process, lets the others run on, and resumes it. */
  static Strike pauseFor(long longestNanos) {
    return (storm, node) -> {
      if (storm.isAwake(node)) {
        storm.pause(node);
        storm.runBelow(longestNanos);
        storm.resume(node);
      }
    };
  }

  /** Loses messages: up to that many tenths of them, the bound left out. */
  static Strike loss(int tenths) {
    return (storm, node) -> storm.inject(new Fault.Loss(storm.draws().nextInt(tenths) / 10.0));
  }

  /** Delivers messages twice: up to that many tenths of them, the bound left out. */
  static Strike duplication(int tenths) {
    return (storm, node) ->
        storm.inject(new Fault.Duplication(storm.draws().nextInt(tenths) / 10.0));
  }

  /** Holds that share of the messages back, for up to that long. */
  static Strike reordering(double share, long longestNanos) {
    return (storm, node) ->
        storm.inject(new Fault.Reordering(share, storm.draws().nextLong(longestNanos)));
  }

  /** Makes all that a process does take longer, by up to that much. */
  static Strike slow(long longestNanos) {
    return (storm, node) ->
        storm.inject(new Fault.Slow(node, storm.draws().nextLong(longestNanos)));
  }

  /** Parts the group in two, where chance makes two parts of it. */
  static Strike partition() {
    return (storm, node) -> storm.partition(storm.some());
  }

  /** Parts a process from all others. */
  static Strike isolation() {
    return (storm, node) -> storm.inject(Fault.Partition.of(List.of(List.of(node))));
  }

  /** Cuts the link from a process to another one, in one direction or in both. */
  static Strike cut() {
    return (storm, node) -> {
      NodeId other = storm.any();
      if (!node.equals(other)) {
        storm.inject(new Fault.Cut(node, other, storm.draws().nextBoolean()));
      }
    };
  }

  /** Heals all cuts and partitions. */
  static Strike healing() {
    return (storm, node) -> storm.inject(new Fault.HealAll());
  }
}
