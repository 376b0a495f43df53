package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.BitSet;
import java.util.List;

/** Looks at all steps before the run, so that what cannot be is said before anything happens. */
final class StepCheck {
  private final View members;
  private final BitSet down = new BitSet();
  private final BitSet paused = new BitSet();

  StepCheck(View members) {
    this.members = members;
  }

  void check(List<Fault> conditions, List<Step> steps) {
    for (Fault fault : conditions) {
      check(new Step("", 0, new Step.Inject(fault)), fault);
    }
    for (Step step : steps) {
      switch (step.action()) {
        case Step.Inject inject -> check(step, inject.fault());
        case Step.Call call -> {
          int node = index(step, call.node());
          require(
              step,
              !down.get(node) && !paused.get(node),
              call.node() + " is down or paused; call takes a node that is running");
        }
      }
    }
  }

  private void check(Step step, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> {
        int node = index(step, crash.node());
        require(
            step, !down.get(node), crash.node() + " is down already; crash takes one that is up");
        down.set(node);
        paused.clear(node);
      }
      case Fault.Recover recover -> {
        int node = index(step, recover.node());
        require(step, down.get(node), recover.node() + " is up; recover takes one that is down");
        down.clear(node);
      }
      case Fault.Pause pause -> {
        int node = index(step, pause.node());
        require(
            step,
            !down.get(node) && !paused.get(node),
            pause.node() + " is down or paused already; pause takes a node that is running");
        paused.set(node);
      }
      case Fault.Resume resume -> {
        int node = index(step, resume.node());
        require(step, paused.get(node), resume.node() + " is not paused; resume takes one that is");
        paused.clear(node);
      }
      default -> named(fault).forEach(node -> index(step, node));
    }
  }

  private static List<NodeId> named(Fault fault) {
    return switch (fault) {
      case Fault.Slow slow -> List.of(slow.node());
      case Fault.Cut cut -> List.of(cut.from(), cut.to());
      case Fault.Heal heal -> List.of(heal.from(), heal.to());
      case Fault.Partition partition -> partition.groups().stream().flatMap(List::stream).toList();
      case Fault.SendOnly only -> List.of(only.node());
      case Fault.ReceiveOnly only -> List.of(only.node());
      case Fault.ClockOffset offset -> List.of(offset.node());
      case Fault.ClockDrift drift -> List.of(drift.node());
      default -> List.of();
    };
  }

  private int index(Step step, NodeId node) {
    int index = members.indexOf(node);
    NodeId last = members.at(members.size() - 1);
    require(
        step,
        index >= 0,
        "there is no %s; the nodes are %s to %s".formatted(node, members.at(0), last));
    return index;
  }

  private static void require(Step step, boolean holds, String otherwise) {
    if (!holds) {
      throw new ScenarioException(step.where(), otherwise);
    }
  }
}
