package coterie.broken;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.StageWitness;
import coterie.sim.check.Violation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.cycle.FairCycles;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.hunt.HuntRun;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.shrink.Effort;
import coterie.sim.shrink.ScenarioShrinker;
import coterie.sim.shrink.Shrunk;
import coterie.sim.shrink.Trial;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for the fault of a variant, as the commands do, and shrinks what it finds. */
final class Search {
  private final Variant variant;
  private final Recipes recipes;

  /**
   * Prepares a search.
   *
   * @param loader has the classes of the variant
   */
  Search(Variant variant, ClassLoader loader) {
    this.variant = variant;
    this.recipes = Recipes.of(loader);
  }

  static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * What a search came to.
   *
   * @param tries seeds or states until it was found
   * @param judge whose finding it is: a judge of runs, or a monitor
   */
  record Found(long tries, Violation violation, Scenario scenario, long cpuNanos, String judge) {}

  /** The same made as small as it gets. */
  record Small(
      Scenario scenario, String sentence, long messages, boolean isMinimal, long cpuNanos) {}

  /** Searches for that long at most; null if nothing was found. */
  @Nullable Found search(Means means, long cpuMax) {
    return switch (means) {
      case HUNT -> hunt(cpuMax);
      case EXPLORE -> explore(Looking.parse(variant.exploration()), cpuMax);
    };
  }

  /** Makes the run as small as it gets in that time. */
  Small shrink(Found found, long cpuMax) {
    long start = cpuNanos();
    Effort effort = new Effort(Long.MAX_VALUE, () -> cpuNanos() - start > cpuMax, tries -> {});
    Shrunk<Scenario> shrunk =
        isOfGoal(found)
            ? new Shrunk<>(found.scenario, 0, true) // What never happens later is not replayed.
            : new ScenarioShrinker(recipes, effort).shrink(found.scenario, found.violation);
    long took = cpuNanos() - start;
    Scenario smallest = shrunk.result();
    return new Small(
        smallest, sentence(smallest, found), messages(smallest), shrunk.isMinimal(), took);
  }

  /** A schedule has all starts before what is durable by them, and a path has them in between. */
  private static List<Choice> startsFirst(List<Choice> path) {
    List<Choice> sorted = new ArrayList<>(path);
    sorted.sort(Comparator.comparing(choice -> !(choice.event() instanceof Choice.Start)));
    return sorted;
  }

  /** Whether a goal is missed from some moment on: no judge of a run can say that. */
  private static boolean isOfGoal(Found found) {
    return found.scenario.isManual() && found.violation.judge().equals(found.judge);
  }

  private String sentence(Scenario smallest, Found found) {
    return Trial.of(recipes).violations(smallest).stream()
        .filter(found.violation::isLike)
        .map(Violation::sentence)
        .findFirst()
        .orElse(found.violation.sentence());
  }

  /** The scenario of the smallest run, as a file. */
  List<String> lines(Small small) {
    return ScenarioText.lines(small.scenario, recipes);
  }

  private Scenario base() {
    List<String> statements = new ArrayList<>(List.of("protocol " + variant.recipe()));
    statements.addAll(variant.statements());
    return new ScenarioReader(recipes).text(variant.name(), statements).scenario();
  }

  private @Nullable Found hunt(long cpuMax) {
    long start = cpuNanos();
    Hunt hunt = new Hunt(base(), recipes, FaultKind.parse(variant.faults()));
    Hunt.Worker worker = hunt.new Worker(new Coverage());
    long seed = 0;
    while (cpuNanos() - start < cpuMax) {
      HuntRun run = worker.run(++seed);
      if (run.violation() != null) {
        Violation violation = new Violation(run.violation().judge(), run.violation().sentence());
        return new Found(
            seed, violation, hunt.happened(seed), cpuNanos() - start, violation.judge());
      }
    }
    return null;
  }

  /** Explores every order of events of a small group. */
  private @Nullable Found explore(Looking looking, long cpuMax) {
    Recipe recipe = recipes.named(variant.recipe());
    List<String> statements =
        new ArrayList<>(List.of("protocol " + variant.recipe(), "nodes " + looking.nodes()));
    statements.addAll(looking.settings());
    Scenario scenario = new ScenarioReader(recipes).text(variant.name(), statements).scenario();
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    Plan plan = looking.plan(recipe, settings, scenario.members());
    long start = cpuNanos();
    Exploration[] exploration = new Exploration[1];
    exploration[0] =
        new Exploration(
            plan,
            status -> {
              if (cpuNanos() - start > cpuMax) {
                exploration[0].stop();
              }
            });
    Explored explored = exploration[0].run();
    Explored.Violation violation = explored.violation();
    if (violation == null && looking.isOfLiveness() && explored.exhausted()) {
      violation = FairCycles.search(plan, exploration[0].space());
    }
    return violation == null ? null : found(explored, violation, scenario, cpuNanos() - start);
  }

  private Found found(
      Explored explored, Explored.Violation violation, Scenario scenario, long took) {
    Scenario schedule = scenario.withChoices(startsFirst(violation.path()));
    Violation replayed =
        Trial.of(recipes).violations(schedule).stream()
            .filter(one -> one.isLike(new Violation(one.judge(), violation.text())))
            .findFirst()
            .orElse(new Violation(violation.judge(), violation.text()));
    return new Found(explored.states(), replayed, schedule, took, violation.judge());
  }

  /** How many messages arrive in a run. */
  private long messages(Scenario scenario) {
    if (scenario.isManual()) {
      return scenario.choices().stream()
          .filter(choice -> choice.event() instanceof Choice.Deliver)
          .count();
    }
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    long[] count = new long[1];
    run.stage()
        .watch(
            new StageWitness() {
              @Override
              public int wants() {
                return EVENTS;
              }

              @Override
              public void received(
                  long at, NodeId node, int channel, NodeId from, Message message) {
                count[0] += node.equals(from) ? 0 : 1;
              }
            });
    try {
      run.run();
    } catch (RuntimeException | AssertionError thrown) {
      // That may be what was found.
    }
    return count[0];
  }
}
