package coterie.sim.shrink;

import coterie.core.NodeId;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Target;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Writes out what happened: a fault that hit a role names the node, and what could not be is left
 * out. Afterwards every step can be removed by itself.
 */
final class KnownTargets implements Reduction {
  private static final String WHERE = "a step that was shrunk";

  private final Recipes recipes;

  KnownTargets(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario plain = plain(scenario);
    boolean isOpen = scenario.steps().stream().anyMatch(KnownTargets::isOpen);
    if (!isOpen) {
      return plain;
    }
    Happened happened = new Happened();
    try {
      ScenarioRun run = new ScenarioRun(scenario, recipes);
      run.stage().watch(happened);
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // What had happened until then is known.
    }
    Scenario known = Variants.steps(scenario, happened.steps);
    return isObjected.test(known) ? known : plain;
  }

  private static boolean isOpen(Step step) {
    return switch (step.action()) {
      case Step.Inject inject ->
          inject.isDrawn() || !step.action().players().isEmpty() || !isForever(inject);
      case Step.Call call -> !call.players().isEmpty();
      default -> false;
    };
  }

  private static boolean isForever(Step.Inject inject) {
    return inject.equals(new Step.Inject(inject.fault()));
  }

  /** Forgets which line asked for a step, so that equal scenarios are known to be equal. */
  private static Scenario plain(Scenario scenario) {
    return Variants.steps(
        scenario,
        scenario.steps().stream()
            .filter(step -> !(step.action() instanceof Step.Say))
            .map(step -> new Step(WHERE, step.atNanos(), step.action()))
            .toList());
  }

  /** Hears what happened. */
  private static final class Happened implements StageWitness {
    private final List<Step> steps = new ArrayList<>();

    @Override
    public int wants() {
      return EVENTS;
    }

    @Override
    public void faulted(long at, Fault fault) {
      if (fault instanceof Intervention) {
        return; // It is told when it strikes, and was said before.
      }
      steps.add(new Step(WHERE, at, new Step.Inject(fault)));
    }

    @Override
    public void called(long at, NodeId node, Object call) {
      List<String> words = List.of(String.valueOf(call).split(" "));
      steps.add(
          new Step(
              WHERE,
              at,
              new Step.Call(
                  Target.of(node), words.getFirst(), words.subList(1, words.size()), false)));
    }
  }
}
