package coterie.sim.scenario;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Stage;
import coterie.sim.Whereabouts;
import coterie.sim.fault.Target;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import java.util.ArrayList;
import java.util.List;

/** Plays a schedule that was chosen by hand. */
public final class ManualRun {
  private ManualRun() {}

  /** Builds a stage on which calls are found by their names. */
  public static ManualStage stage(View members, Blueprint blueprint, Setup setup) {
    return new ManualStage(members, blueprint, setup, ManualRun::call);
  }

  private static void call(Stage stage, Choice.Call call) {
    Step.Call step = new Step.Call(Target.of(call.node()), call.method(), call.arguments(), false);
    LocalCall.find("", stage.protocols(call.node()), step).run(stage, call.node());
  }

  /**
   * Returns the scenario with the time at which its last event happens, for those who must know the
   * end before the run. The schedule is played once for it, so what cannot happen is said here; a
   * protocol that throws does so again in the run, where somebody looks at it.
   */
  static Scenario measured(Scenario scenario, Recipes recipes) {
    ManualStage rehearsal = stage(scenario, recipes);
    try {
      applyStarts(scenario, rehearsal);
      apply(scenario, rehearsal);
    } catch (ScenarioException e) {
      throw e;
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return scenario.withUntil(Math.max(scenario.untilNanos(), rehearsal.now()));
    }
    return scenario.withUntil(Math.max(scenario.untilNanos(), rehearsal.now()));
  }

  /** Builds the stage of a scenario, with nothing chosen yet. */
  public static ManualStage stage(Scenario scenario, Recipes recipes) {
    Recipe recipe = recipes.named(scenario.protocol());
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    return stage(
        scenario.members(), recipe.blueprint(scenario.members(), settings), scenario.setup());
  }

  /**
   * Plays a schedule and returns it with all random numbers that were drawn: it no longer depends
   * on the seed, but for what nodes draw when they start unnamed.
   */
  public static List<Choice> exact(Scenario scenario, Recipes recipes) {
    ManualStage stage = stage(scenario, recipes);
    List<Choice> exact = new ArrayList<>();
    for (Planned planned : planned(scenario)) {
      exact.add(apply(planned, stage));
    }
    return exact;
  }

  private static List<Planned> planned(Scenario scenario) {
    List<Planned> schedule = scenario.schedule();
    return schedule == null ? List.of() : schedule;
  }

  /** Starts those nodes that the schedule starts by name. */
  static void applyStarts(Scenario scenario, ManualStage stage) {
    for (Planned planned : planned(scenario)) {
      if (planned.choice().event() instanceof Choice.Start) {
        apply(planned, stage);
      } else {
        return;
      }
    }
  }

  /** Lets all happen that comes after the starts. */
  static void apply(Scenario scenario, ManualStage stage) {
    boolean isStarting = true;
    for (Planned planned : planned(scenario)) {
      isStarting &= planned.choice().event() instanceof Choice.Start;
      if (!isStarting) {
        apply(planned, stage);
      }
    }
  }

  private static Choice apply(Planned planned, ManualStage stage) {
    try {
      return stage.apply(planned.choice());
    } catch (IllegalArgumentException e) {
      if (Whereabouts.of(e) != null) {
        throw e; // The mistake is that of a protocol.
      }
      throw new ScenarioException(planned.where(), explained(planned, e));
    }
  }

  private static String explained(Planned planned, IllegalArgumentException e) {
    String why = String.valueOf(e.getMessage());
    return planned.where().isEmpty() ? "then %s: %s".formatted(planned.choice().text(), why) : why;
  }
}
