package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at all steps before the run, so that what cannot be is said before anything happens. */
final class StepCheck {
  private final View members;
  private final BitSet down = new BitSet();
  private final BitSet paused = new BitSet();
  private boolean isOpen;

  StepCheck(View members) {
    this.members = members;
  }

  void check(List<Fault> conditions, List<Step> steps) {
    isOpen = steps.stream().anyMatch(step -> step.action() instanceof Step.Late);
    for (Fault fault : conditions) {
      check(new Step("", 0, new Step.Inject(fault)), fault);
    }
    for (Step step : steps) {
      switch (step.action()) {
        case Step.Inject inject -> check(step, inject.fault());
        case Step.Late late -> checkNames(step, new Words(step.where(), standIn(late)));
        case Step.Say say -> {}
        case Step.Call call -> {
          int node = index(step, call.node());
          requireState(
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
        requireState(
            step, !down.get(node), crash.node() + " is down already; crash takes one that is up");
        down.set(node);
        paused.clear(node);
      }
      case Fault.Recover recover -> {
        int node = index(step, recover.node());
        requireState(
            step, down.get(node), recover.node() + " is up; recover takes one that is down");
        down.clear(node);
      }
      case Fault.Pause pause -> {
        int node = index(step, pause.node());
        requireState(
            step,
            !down.get(node) && !paused.get(node),
            pause.node() + " is down or paused already; pause takes a node that is running");
        paused.set(node);
      }
      case Fault.Resume resume -> {
        int node = index(step, resume.node());
        requireState(
            step, paused.get(node), resume.node() + " is not paused; resume takes one that is");
        paused.clear(node);
      }
      case Fault.Cut cut when cut.from().equals(cut.to()) ->
          require(step, false, "a link is between two different nodes, not from one to itself");
      case Fault.Partition partition -> {
        named(fault).forEach(node -> index(step, node));
        NodeId twice = twice(partition);
        require(step, twice == null, twice + " is named twice; each node is in one group at most");
      }
      default -> named(fault).forEach(node -> index(step, node));
    }
  }

  /** A node that is in two groups, or twice in one; null if none is. */
  static @Nullable NodeId twice(Fault.Partition partition) {
    Set<NodeId> seen = new HashSet<>();
    for (NodeId node : named(partition)) {
      if (!seen.add(node)) {
        return node;
      }
    }
    return null;
  }

  private static List<NodeId> named(Fault fault) {
    return switch (fault) {
      case Fault.Crash crash -> List.of(crash.node());
      case Fault.Recover recover -> List.of(recover.node());
      case Fault.Pause pause -> List.of(pause.node());
      case Fault.Resume resume -> List.of(resume.node());
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

  private String standIn(Step.Late late) {
    return LateSteps.standIn(late, members);
  }

  /** Of what is read late, only those who are named by a number can be looked at before. */
  private void checkNames(Step step, Words words) {
    if (words.takes("call")) {
      index(step, LocalCall.read(words).node());
      return;
    }
    Fault fault = FaultWords.read(words);
    if (fault != null) {
      named(fault).forEach(node -> index(step, node));
    }
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

  /** Who is down is not known before the run where a role may have crashed. */
  private void requireState(Step step, boolean holds, String otherwise) {
    require(step, holds || isOpen, otherwise);
  }

  private static void require(Step step, boolean holds, String otherwise) {
    if (!holds) {
      throw new ScenarioException(step.where(), otherwise);
    }
  }
}
