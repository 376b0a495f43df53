package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.NthMessage;
import coterie.sim.fault.Target;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
    isOpen = steps.stream().anyMatch(Step::namesRole);
    for (Fault fault : conditions) {
      check(new Step("", 0, new Step.Inject(fault)), fault);
    }
    for (Step step : steps) {
      switch (step.action()) {
        case Step.Inject inject -> check(step, inject.fault());
        case Step.Call call -> check(step, call);
        case Step.Say say -> {}
      }
    }
  }

  private void check(Step step, Step.Call call) {
    if (call.target() instanceof Target.Known(NodeId node)) {
      int index = index(step, node);
      requireState(
          step,
          !down.get(index) && !paused.get(index),
          node + " is down or paused; call takes a node that is running");
    }
  }

  /** Of what names a role, only those who are named by a number can be looked at before. */
  private void check(Step step, Fault fault) {
    for (Target target : fault.targets()) {
      if (target instanceof Target.Known(NodeId node)) {
        index(step, node);
      }
    }
    if (fault.namesRole()) {
      return;
    }
    switch (fault) {
      case Fault.OfProcess process -> check(step, process, members.indexOf(process.node()));
      case Fault.Cut(Target from, Target to, boolean bothWays) ->
          require(
              step,
              !from.equals(to),
              "a link is between two different nodes, not from one to itself");
      case Fault.Partition partition -> {
        NodeId twice = twice(partition);
        require(step, twice == null, twice + " is named twice; each node is in one group at most");
      }
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  private void check(Step step, Fault.OfProcess fault, int node) {
    boolean isDown = down.get(node);
    boolean isPaused = paused.get(node);
    switch (fault) {
      case Fault.Crash crash -> {
        requireState(step, !isDown, crash.node() + " is down already; crash takes one that is up");
        down.set(node);
        paused.clear(node);
      }
      case Fault.Recover recover -> {
        requireState(step, isDown, recover.node() + " is up; recover takes one that is down");
        down.clear(node);
      }
      case Fault.Pause pause -> {
        requireState(
            step,
            !isDown && !isPaused,
            pause.node() + " is down or paused already; pause takes a node that is running");
        paused.set(node);
      }
      case Fault.Resume resume -> {
        requireState(step, isPaused, resume.node() + " is not paused; resume takes one that is");
        paused.clear(node);
      }
    }
  }

  /** Refuses a type that no protocol of the stack has. */
  static void checkKinds(Scenario scenario, List<Class<?>> families) {
    scenario.setup().conditions().forEach(fault -> checkKinds("", fault, families));
    for (Step step : scenario.steps()) {
      if (step.action() instanceof Step.Inject inject) {
        checkKinds(step.where(), inject.fault(), families);
      }
    }
  }

  private static void checkKinds(String where, Fault fault, List<Class<?>> families) {
    switch (fault) {
      case Intervention.OfMessage of -> checkKind(where, of.message(), families);
      case Intervention.Before before -> {
        checkKind(where, before.first(), families);
        checkKind(where, before.second(), families);
      }
      case Fault.OfNetwork network -> {}
      case Fault.OfProcess process -> {}
      case Fault.OfClock clock -> {}
    }
  }

  private static void checkKind(String where, NthMessage message, List<Class<?>> families) {
    Set<String> names = new TreeSet<>();
    families.forEach(family -> addKinds(family, names));
    if (!names.contains(message.kind())) {
      throw new ScenarioException(
          where,
          "there is no message %s; there is %s"
              .formatted(message.kind(), String.join(", ", names)));
    }
  }

  private static void addKinds(Class<?> family, Set<String> names) {
    Class<?>[] members = family.getPermittedSubclasses();
    if (members == null) {
      names.add(family.getSimpleName());
      return;
    }
    for (Class<?> member : members) {
      addKinds(member, names);
    }
  }

  /** Returns a node that is in two groups, or twice in one; null if none is. */
  static @Nullable NodeId twice(Fault.Partition partition) {
    Set<NodeId> seen = new HashSet<>();
    for (Target target : partition.targets()) {
      if (!seen.add(target.node())) {
        return target.node();
      }
    }
    return null;
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

  /** Which nodes are down is not known before the run where a role may have crashed. */
  private void requireState(Step step, boolean holds, String otherwise) {
    require(step, holds || isOpen, otherwise);
  }

  private static void require(Step step, boolean holds, String otherwise) {
    if (!holds) {
      throw new ScenarioException(step.where(), otherwise);
    }
  }
}
