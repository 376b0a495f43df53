package coterie.sim.hunt;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Violation;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs what a {@link Swarm} draws, one seed at a time, with all judges of the protocol. What a seed
 * comes to depends on nothing but the seed. Many threads may share a hunt; each needs a {@link
 * Worker} of its own.
 */
public final class Hunt {
  /** The setting that says when clients stop. */
  private static final String WRITING = "writing";

  private final Recipe recipe;
  private final Settings settings;
  private final Scenario base;
  private final Swarm swarm;
  private final Map<Coverage.Subject, Set<String>> offers;

  /** Prepares a hunt, and finds out that the base cannot be run. */
  public Hunt(Scenario base, Recipes recipes, Set<FaultKind> kinds) {
    this.recipe = recipes.named(base.protocol());
    this.base = thatSettles(base, recipe);
    this.settings = new Settings(recipe.settings(), this.base.settings());
    ScenarioRun trial = new ScenarioRun(this.base, recipes);
    trial.start();
    List<CallKind> calls = CallKind.of(trial.stage());
    this.swarm = new Swarm(this.base, recipe, kinds, calls);
    this.offers = Offers.of(trial.stage(), recipe, kinds, calls);
  }

  /** Lets clients of a store stop in time: copies are equal once nobody writes any more. */
  private static Scenario thatSettles(Scenario base, Recipe recipe) {
    boolean hasEnd = recipe.settings().stream().anyMatch(one -> one.name().equals(WRITING));
    if (!hasEnd || base.settings().containsKey(WRITING)) {
      return base;
    }
    SortedMap<String, String> settings = new TreeMap<>(base.settings());
    settings.put(WRITING, TimeText.format(base.untilNanos() / 2));
    return base.withSettings(settings);
  }

  /** Returns what all seeds have in common. */
  public Scenario base() {
    return base;
  }

  /** Returns what runs could show, by name: what none of them has shown was not tried. */
  public Map<Coverage.Subject, Set<String>> offers() {
    return offers;
  }

  /** Returns the scenario of that seed, as it was drawn. */
  public Scenario drawn(long seed) {
    return swarm.draw(seed);
  }

  /**
   * Returns the scenario of that seed as it came to pass: faults of the leader name the node that
   * led, and what could not be is left out. It can be written to a file, and made smaller.
   */
  public Scenario happened(long seed) {
    Scenario drawn = swarm.draw(seed);
    ScenarioRun run = ScenarioRun.oneOfMany(drawn, recipe, settings);
    List<Step> steps = new ArrayList<>();
    String where = "seed " + seed;
    run.stage()
        .watch(
            new StageWitness() {
              @Override
              public void faulted(long at, Fault fault) {
                steps.add(new Step(where, at, new Step.Inject(fault)));
              }
            });
    Throwable thrown = null;
    try {
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      thrown = e; // It is what the seed is remembered for.
    }
    for (Step call : run.drawnCalls()) {
      steps.add(new Step(where, call.atNanos(), call.action()));
    }
    for (Step step : drawn.steps()) {
      if (!step.where().equals(Step.DRAWN) && !(step.action() instanceof Step.Inject)) {
        steps.add(step);
      }
    }
    steps.sort(Comparator.comparingLong(Step::atNanos));
    Scenario happened = drawn.withSteps(steps);
    return thrown == null ? happened : untilThrown(happened, run.stage(), thrown);
  }

  /** A process that fails while it recovers has not recovered, and so nobody was told of it. */
  private Scenario untilThrown(Scenario happened, Stage stage, Throwable thrown) {
    for (int i = 0; i < stage.members().size(); i++) {
      NodeId node = stage.members().at(i);
      if (!stage.isUp(node)) {
        List<Step> steps = new ArrayList<>(happened.steps());
        Fault recovery = new Fault.Recover(node);
        steps.add(new Step("a recovery that failed", stage.now(), new Step.Inject(recovery)));
        steps.sort(Comparator.comparingLong(Step::atNanos));
        Scenario failed = happened.withSteps(steps);
        Violation again = judged(ScenarioRun.oneOfMany(failed, recipe, settings));
        if (again != null && again.isLike(Violation.thrown(thrown))) {
          return failed;
        }
      }
    }
    return happened;
  }

  /** Runs seeds one after the other, and counts what they do. */
  public final class Worker {
    private final Observer observer;

    public Worker(Coverage coverage) {
      this.observer = new Observer(coverage);
    }

    /** Runs that seed. */
    public HuntRun run(long seed) {
      Scenario scenario = swarm.draw(seed);
      ScenarioRun run = ScenarioRun.oneOfMany(scenario, recipe, settings);
      Stage stage = run.stage();
      observer.begin(seed);
      stage.watch(observer);
      Violation violation = judged(run);
      return new HuntRun(seed, stage.now(), stage.events(), observer.digest(), violation);
    }
  }

  private static @Nullable Violation judged(ScenarioRun run) {
    Stage stage = run.stage();
    long until = run.scenario().untilNanos();
    try {
      run.start();
      // Most violations come with the faults: those that follow need not be run.
      stage.runUntil(until / 2);
      Violation early = violation(run);
      if (early != null) {
        return early;
      }
      stage.runUntil(until);
      return violation(run);
    } catch (ScenarioException e) {
      throw e;
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return Violation.thrown(e);
    }
  }

  private static @Nullable Violation violation(ScenarioRun run) {
    List<Violation> found = run.objections();
    return found.isEmpty() ? null : found.getFirst();
  }
}
