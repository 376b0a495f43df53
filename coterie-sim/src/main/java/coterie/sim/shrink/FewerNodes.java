package coterie.sim.shrink;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Target;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Removes nodes, with all that happens to them, or so that it happens to another one. Those behind
 * the removed one get lower numbers, and with them other random numbers, so that some other seeds
 * are tried as well.
 */
final class FewerNodes implements Reduction {
  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario best = scenario;
    while (best.members().size() > 1) {
      List<Scenario> candidates = new ArrayList<>();
      for (int node = best.members().size() - 1; node >= 0; node--) {
        candidates.addAll(Variants.seeds(without(best, node)));
      }
      for (int node = best.members().size() - 1; node >= 0; node--) {
        for (int other = 0; other < best.members().size(); other++) {
          if (other != node) {
            candidates.add(without(moved(best, node, other), node));
          }
        }
      }
      Scenario fewer = Reduction.firstOf(candidates, best, isObjected);
      if (fewer.equals(best)) {
        return best;
      }
      best = fewer;
    }
    return best;
  }

  /** Returns the scenario in which what was to happen to one node happens to another one. */
  private static Scenario moved(Scenario scenario, int from, int to) {
    Target gone = Target.of(scenario.members().at(from));
    Target other = Target.of(scenario.members().at(to));
    UnaryOperator<Target> replacement = target -> target.equals(gone) ? other : target;
    List<Step> steps = new ArrayList<>();
    for (Step step : scenario.steps()) {
      Step.Action action =
          switch (step.action()) {
            case Step.Inject(Fault fault, long lasting, boolean isDrawn) ->
                new Step.Inject(fault.on(replacement), lasting, isDrawn);
            case Step.Call(Target target, String method, List<String> words, boolean hasRoles) ->
                new Step.Call(replacement.apply(target), method, words, hasRoles);
            default -> step.action();
          };
      steps.add(new Step(step.where(), step.atNanos(), action));
    }
    return Variants.steps(scenario, steps);
  }

  /** Returns the scenario without a node and all that was to happen to it. */
  static Scenario without(Scenario scenario, int node) {
    View members = scenario.members();
    NodeId gone = members.at(node);
    List<Step> steps =
        scenario.steps().stream().flatMap(step -> Stream.ofNullable(without(step, gone))).toList();
    List<Fault> conditions =
        scenario.setup().conditions().stream()
            .flatMap(fault -> Stream.ofNullable(without(fault, gone)))
            .toList();
    View fewer = View.numbered(members.at(0).value(), members.size() - 1);
    return Variants.steps(scenario.withMembers(fewer), steps)
        .withSetup(scenario.setup().withConditions(conditions));
  }

  private static @Nullable Step without(Step step, NodeId gone) {
    return switch (step.action()) {
      case Step.Inject inject -> {
        Fault fault = without(inject.fault(), gone);
        yield fault == null
            ? null
            : new Step(
                step.where(),
                step.atNanos(),
                new Step.Inject(fault, inject.lastingNanos(), inject.isDrawn()));
      }
      case Step.Call call ->
          isGone(call.target(), gone)
              ? null
              : new Step(
                  step.where(),
                  step.atNanos(),
                  new Step.Call(
                      moved(call.target(), gone),
                      call.method(),
                      call.arguments(),
                      call.hasRoles()));
      default -> step;
    };
  }

  private static @Nullable Fault without(Fault fault, NodeId gone) {
    if (fault instanceof Fault.Partition partition) {
      List<List<Target>> groups =
          partition.groups().stream()
              .map(group -> group.stream().filter(target -> !isGone(target, gone)).toList())
              .filter(group -> !group.isEmpty())
              .toList();
      return groups.isEmpty()
          ? null
          : new Fault.Partition(groups).on(target -> moved(target, gone));
    }
    return fault.targets().stream().anyMatch(target -> isGone(target, gone))
        ? null
        : fault.on(target -> moved(target, gone));
  }

  private static boolean isGone(Target target, NodeId gone) {
    return target instanceof Target.Known(NodeId node) && node.equals(gone);
  }

  private static Target moved(Target target, NodeId gone) {
    return target instanceof Target.Known(NodeId node) ? Target.of(moved(node, gone)) : target;
  }

  static NodeId moved(NodeId node, NodeId gone) {
    return node.value() > gone.value() ? new NodeId(node.value() - 1) : node;
  }
}
