package coterie.elect;

import static coterie.elect.ElectionGroup.SECOND;
import static coterie.elect.ElectionGroup.id;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Random bad things for a group that elects: crashes, recoveries, pauses, cuts, partitions, loss,
 * doubled and reordered messages; leaders that resign, if they shall; and clocks that run up to 3%
 * wrong from the start.
 */
public final class ElectionChaos {
  private static final Latency DELAYS = Latency.parse("uniform:10ms,100ms");

  private final ElectionGroup group;
  private final SplittableRandom random;
  private final Set<NodeId> paused = new TreeSet<>();

  public ElectionChaos(ElectionGroup group, long seed) {
    this.group = group;
    this.random = new SplittableRandom(~seed);
  }

  public static Setup setup(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      clocks.add(new Fault.ClockDrift(id(i), random.nextInt(60_001) - 30_000));
    }
    return Setup.standard().withSeed(seed).withLatency(DELAYS).withConditions(clocks);
  }

  /** How many there are in a group of that schedule: from two to nine. */
  public static int size(long seed) {
    return 2 + (int) (seed % 8);
  }

  /**
   * Ten bad things, up to five seconds apart, after half of which leaders resign if they shall;
   * then everything that can be is made well.
   */
  public void storm(boolean isResigning) {
    for (int i = 0; i < 10; i++) {
      group.simulation.runFor(random.nextLong(5 * SECOND));
      strike();
      if (isResigning && random.nextBoolean()) {
        group.simulation.runFor(random.nextLong(2 * SECOND));
        resign();
      }
    }
    calm();
  }

  private void strike() {
    NodeId node = any();
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4, 5 -> pauseOrResume(node);
      case 6 -> group.inject(new Fault.Loss(random.nextInt(6) / 10.0));
      case 7 -> group.inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 8 -> group.inject(new Fault.Reordering(0.3, SECOND));
      case 9 -> partition();
      case 10 -> cut(node, any());
      default -> group.inject(new Fault.HealAll());
    }
  }

  private void crashOrRecover(NodeId node) {
    if (!group.simulation.isUp(node)) {
      group.inject(new Fault.Recover(node));
    } else if (group.simulation.upCount() > 1) {
      group.inject(new Fault.Crash(node));
      paused.remove(node);
    }
  }

  private void pauseOrResume(NodeId node) {
    if (paused.remove(node)) {
      group.inject(new Fault.Resume(node));
    } else if (group.simulation.isUp(node)) {
      group.inject(new Fault.Pause(node));
      paused.add(node);
    }
  }

  /** Whoever leads resigns; in a divided group all of them. */
  private void resign() {
    for (NodeId node : group.up()) {
      if (!paused.contains(node)) {
        group.resign(node.value());
      }
    }
  }

  private void cut(NodeId from, NodeId to) {
    if (!from.equals(to)) {
      group.inject(new Fault.Cut(from, to, random.nextBoolean()));
    }
  }

  /** Parts the group in two, if chance makes two parts of it; returns those that are up in each. */
  public List<List<NodeId>> partition() {
    List<NodeId> some = group.members.stream().filter(member -> random.nextBoolean()).toList();
    if (!some.isEmpty() && some.size() < group.members.size()) {
      group.inject(Fault.Partition.of(List.of(some)));
    }
    List<List<NodeId>> parts = new ArrayList<>();
    parts.add(group.up().stream().filter(some::contains).toList());
    parts.add(group.up().stream().filter(member -> !some.contains(member)).toList());
    parts.removeIf(List::isEmpty);
    return parts;
  }

  private void calm() {
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Loss(0));
    group.inject(new Fault.Duplication(0));
    group.inject(new Fault.Reordering(0, SECOND));
    paused.forEach(node -> group.inject(new Fault.Resume(node)));
    paused.clear();
  }

  private NodeId any() {
    return group.members.get(random.nextInt(group.members.size()));
  }
}
