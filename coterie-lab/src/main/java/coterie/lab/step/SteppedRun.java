package coterie.lab.step;

import coterie.kernel.Driver;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.scenario.ManualRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.scenario.Step;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run that goes on as it is told, and can go back: then all but the last is played again. */
final class SteppedRun {
  private final Scenario scenario;
  private final Recipes recipes;
  private final List<Choice> chosen = new ArrayList<>();
  private final List<String> news = new ArrayList<>();
  private ScenarioRun run;
  private ManualStage stage;

  /**
   * @param scenario what is run; if it has a schedule, that is played first, and if it has steps,
   *     these can be chosen
   */
  SteppedRun(Scenario scenario, Recipes recipes) {
    this.scenario = scenario;
    this.recipes = recipes;
    this.run = begin();
    this.stage = (ManualStage) run.stage();
    run.start();
    scenario.choices().forEach(this::apply);
  }

  private ScenarioRun begin() {
    Scenario open = scenario.withChoices(List.of()).withUntil(Driver.FOREVER);
    ScenarioRun begun = new ScenarioRun(open, recipes, ManualRun::stage);
    begun.trace(scenario.shown(), event -> news.add(Lines.of(event)));
    return begun;
  }

  /** Lets it happen; the next {@link #news} tells what it did. */
  void apply(Choice choice) {
    Choice simplest = stage.simplest(choice);
    stage.apply(choice);
    chosen.add(simplest);
  }

  /** Takes the last choice back; returns whether there was one. */
  boolean undo() {
    if (chosen.isEmpty()) {
      return false;
    }
    chosen.removeLast();
    playAgain();
    return true;
  }

  /** Goes back to where the last choice has led, after an event that has failed midway. */
  void playAgain() {
    List<Choice> again = List.copyOf(chosen);
    chosen.clear();
    run = begin();
    stage = (ManualStage) run.stage();
    run.start();
    again.forEach(this::apply);
    news.clear();
  }

  /** Returns the lines of the trace since the last time. */
  List<String> news() {
    List<String> lines = List.copyOf(news);
    news.clear();
    return lines;
  }

  List<Choice> chosen() {
    return chosen;
  }

  /** Returns what can happen next, with the calls and cuts of the scenario that are left. */
  List<Choice> events() {
    List<Choice> events = new ArrayList<>(stage.choices());
    for (Step step : scenario.steps()) {
      Choice choice = choice(step);
      if (choice != null && !chosen.contains(choice)) {
        events.add(choice);
      }
    }
    return events;
  }

  /**
   * Returns the step as an event; null if it has a role or comes by chance, or is listed anyway.
   */
  private static @Nullable Choice choice(Step step) {
    if (!step.action().players().isEmpty()) {
      return null;
    }
    return switch (step.action()) {
      case Step.Call call -> new Choice.Call(call.target().node(), call.method(), call.arguments());
      case Step.Inject(Fault.OfNetwork fault, long lasting, boolean isDrawn) ->
          ManualStage.refusal(fault) == null ? new Choice.Inject(fault) : null;
      case Step.Inject inject -> null;
      case Step.Say say -> new Choice.Say(say.sentence());
    };
  }

  List<Choice> mishaps() {
    return stage.mishaps();
  }

  List<String> violations() {
    return run.violations();
  }

  /** Returns the scenario whose schedule is what was chosen. */
  List<String> text() {
    return ScenarioText.lines(scenario.withChoices(chosen).withUntil(0), recipes);
  }
}
