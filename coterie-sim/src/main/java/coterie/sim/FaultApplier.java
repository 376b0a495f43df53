package coterie.sim;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Target;
import java.util.List;

/**
 * Lets faults happen, in virtual time and on sockets alike: the one place that says what each of
 * them does. No switch here has a default, so a fault that is not injected does not compile.
 */
public final class FaultApplier {
  /** What only an engine can do to its nodes. */
  public interface Processes {
    void crash(Fault.Crash fault);

    void recover(Fault.Recover fault);

    void pause(Fault.Pause fault);

    void resume(Fault.Resume fault);
  }

  private final View members;
  private final Network network;
  private final Conditions conditions;
  private final NodeClocks clocks;

  public FaultApplier(View members, Network network, Conditions conditions, NodeClocks clocks) {
    this.members = members;
    this.network = network;
    this.conditions = conditions;
    this.clocks = clocks;
  }

  public void apply(Fault fault, long nowNanos, Processes processes) {
    switch (fault) {
      case Fault.OfProcess process -> apply(process, processes);
      case Fault.OfNetwork condition -> apply(condition);
      case Fault.OfClock clock -> apply(clock, members, clocks, nowNanos);
    }
  }

  public static void apply(Fault.OfProcess fault, Processes processes) {
    switch (fault) {
      case Fault.Crash crash -> processes.crash(crash);
      case Fault.Recover recover -> processes.recover(recover);
      case Fault.Pause pause -> processes.pause(pause);
      case Fault.Resume resume -> processes.resume(resume);
    }
  }

  public static void apply(Fault.OfClock fault, View members, NodeClocks clocks, long nowNanos) {
    int node = index(members, fault.node());
    switch (fault) {
      case Fault.ClockOffset offset -> clocks.moveBy(node, offset.byNanos());
      case Fault.ClockDrift drift -> clocks.driftBy(node, drift.partsPerMillion(), nowNanos);
    }
  }

  public void apply(Fault.OfNetwork fault) {
    switch (fault) {
      case Fault.Cut cut -> {
        network.cut(index(cut.from()), index(cut.to()));
        if (cut.bothWays()) {
          network.cut(index(cut.to()), index(cut.from()));
        }
      }
      case Fault.Heal heal -> {
        network.heal(index(heal.from()), index(heal.to()));
        if (heal.bothWays()) {
          network.heal(index(heal.to()), index(heal.from()));
        }
      }
      case Fault.HealAll all -> {
        network.healAll();
        conditions.healAll();
      }
      case Fault.Partition partition -> network.partition(numbers(partition.groups()));
      case Fault.Slow slow -> conditions.slow(index(slow.target()), slow.byNanos());
      case Fault.SendOnly only -> conditions.deafen(index(only.target()));
      case Fault.ReceiveOnly only -> conditions.mute(index(only.target()));
      case Fault.Loss loss -> network.loss(loss.probability());
      case Fault.Duplication twice -> network.duplication(twice.probability());
      case Fault.Reordering order -> network.reordering(order.probability(), order.byNanos());
      case Fault.Delay delay -> network.latency(delay.latency());
      case Intervention rule -> conditions.intervene(rule, members);
    }
  }

  /** Returns a number for every node; those that no group names share number 0. */
  private int[] numbers(List<List<Target>> groups) {
    int[] numbers = new int[members.size()];
    for (int number = 0; number < groups.size(); number++) {
      for (Target member : groups.get(number)) {
        numbers[index(member)] = number + 1;
      }
    }
    return numbers;
  }

  private int index(Target target) {
    return index(members, target.node());
  }

  private static int index(View members, NodeId node) {
    int index = members.indexOf(node);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no %s; the nodes are %s to %s"
              .formatted(node, members.at(0), members.at(members.size() - 1)));
    }
    return index;
  }
}
