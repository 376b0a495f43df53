package coterie.sim.scenario;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.RecordedStage;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.check.Judge;
import coterie.sim.check.Violation;
import coterie.sim.check.expect.Expectations;
import coterie.sim.fault.Fault;
import coterie.sim.manual.ManualStage;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Trace;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A scenario at work: the stage it describes, with its steps scheduled and its judges in. */
public final class ScenarioRun {
  private final Scenario scenario;
  private final Stage stage;
  private final List<Trace> traces = new ArrayList<>();
  private final Judges judges;
  private @Nullable LateSteps late;

  /** Builds the stage of a run. */
  @FunctionalInterface
  public interface Builder {
    Stage build(View members, Blueprint blueprint, Setup setup);
  }

  /** In virtual time, or event by event where a schedule was chosen by hand. */
  public ScenarioRun(Scenario scenario, Recipes recipes) {
    this(scenario, recipes, builder(scenario));
  }

  /** Returns what builds the stage of a run on no sockets. */
  public static Builder builder(Scenario scenario) {
    return scenario.isManual() ? ManualRun::stage : Simulation::new;
  }

  public ScenarioRun(Scenario given, Recipes recipes, Builder builder) {
    this(measured(given, recipes), recipes.named(given.protocol()), builder);
  }

  private ScenarioRun(Scenario scenario, Recipe recipe, Builder builder) {
    this(scenario, recipe, new Settings(recipe.settings(), scenario.settings()), builder);
    if (stage instanceof RecordedStage local) {
      local.requireCodecs();
    }
  }

  /**
   * Sets up one of very many runs, in virtual time: what is the same for all of them was checked
   * before.
   *
   * @param settings those of the scenario
   */
  public static ScenarioRun oneOfMany(Scenario scenario, Recipe recipe, Settings settings) {
    return oneOfMany(scenario, recipe, settings, Simulation::new);
  }

  /** Does the same on a stage of the caller's. */
  public static ScenarioRun oneOfMany(
      Scenario scenario, Recipe recipe, Settings settings, Builder builder) {
    return new ScenarioRun(scenario, recipe, settings, builder);
  }

  private ScenarioRun(Scenario scenario, Recipe recipe, Settings settings, Builder builder) {
    this.scenario = scenario;
    this.stage =
        builder.build(
            scenario.members(), recipe.blueprint(scenario.members(), settings), scenario.setup());
    Judge.Run judged = new Judge.Run(stage, recipe, settings, this::found);
    this.judges =
        new Judges(
            judged, new Expectations(judged, scenario.expectations(), scenario.untilNanos()));
    scheduleAll(scenario.steps());
  }

  public Scenario scenario() {
    return scenario;
  }

  public Stage stage() {
    return stage;
  }

  public Judges judges() {
    return judges;
  }

  /** Returns the judge of that type; empty if it does not apply to the protocol. */
  public <J extends Judge> Optional<J> judge(Class<J> type) {
    return judges.find(type);
  }

  /** Returns what has gone against the promises of the protocol, each as a sentence. */
  public List<String> violations() {
    return judges.violations();
  }

  /** Returns the violations with the names of the judges that object. */
  public List<Violation> objections() {
    return judges.objections();
  }

  /** What a script asked for and could not be when its time had come, a sentence each. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(late == null ? List.of() : late.remarks());
    if (stage instanceof Simulation simulation) {
      remarks.addAll(simulation.remarks());
    }
    return remarks;
  }

  /** Whom the steps of the script hit that name a role, a sentence each. */
  public List<String> hits() {
    return late == null ? List.of() : late.hits();
  }

  /** Returns the calls that came by chance and were made: neither refused nor of a node down. */
  public List<Step> drawnCalls() {
    return late == null ? List.of() : late.drawnCalls();
  }

  /** Tells the sink what happens, as far as it is of these kinds. To be called before the run. */
  public void trace(Set<Kind> shown, Consumer<TraceEvent> sink) {
    Trace trace = new Trace(shown, sink);
    traces.add(trace);
    stage.watch(trace);
  }

  /** Runs to the end. */
  public void run() {
    start();
    playOut();
  }

  /** Runs a run that was started to its end. */
  public void playOut() {
    if (stage instanceof ManualStage manual) {
      ManualRun.apply(scenario, manual);
    }
    stage.runUntil(scenario.untilNanos());
  }

  /** Returns the scenario with the time of its last event, where that was chosen by hand. */
  public static Scenario measured(Scenario scenario, Recipes recipes) {
    return scenario.isManual() ? ManualRun.measured(scenario, recipes) : scenario;
  }

  /** Starts the nodes, without letting time pass yet. */
  public void start() {
    if (stage instanceof ManualStage manual) {
      ManualRun.applyStarts(scenario, manual);
    }
    stage.start();
    List<Protocol<?>> stack = stage.protocols(scenario.members().at(0));
    for (Step step : scenario.steps()) {
      switch (step.action()) {
        case Step.Call call -> LocalCall.find(step.where(), stack, call);
        case Step.Inject inject -> {}
        case Step.Say say -> {}
      }
    }
    StepCheck.checkKinds(scenario, stage.families());
    ExpectCheck.check(scenario.expectations(), stack);
    judges.started();
  }

  /** Tells those who trace the run a sentence about what happens at that time. */
  public void say(long atNanos, String sentence) {
    traces.forEach(trace -> trace.said(atNanos, sentence));
  }

  private void found(Record finding) {
    traces.forEach(trace -> trace.judged(stage.now(), finding));
  }

  private void schedule(Step step) {
    switch (step.action()) {
      case Step.Inject inject -> stage.at(step.atNanos(), inject.fault());
      case Step.Say(String sentence) -> stage.at(step.atNanos(), () -> stage.say(sentence));
      case Step.Call call -> {
        NodeId node = call.target().node();
        stage.at(
            step.atNanos(),
            () -> LocalCall.find(step.where(), stage.protocols(node), call).run(stage, node));
      }
    }
  }

  /** Where one step looks up a role, all that may meet what it did look before they happen. */
  private void scheduleAll(List<Step> steps) {
    boolean anyLate = steps.stream().anyMatch(ScenarioRun::isLate);
    for (Step step : steps) {
      if (isLate(step) || (anyLate && isOfNode(step))) {
        late().schedule(step);
      } else {
        schedule(step);
      }
    }
  }

  private static boolean isLate(Step step) {
    return step.namesRole() || step.isDrawn();
  }

  private static boolean isOfNode(Step step) {
    return switch (step.action()) {
      case Step.Inject inject -> inject.fault() instanceof Fault.OfProcess;
      case Step.Call call -> true;
      case Step.Say say -> false;
    };
  }

  private LateSteps late() {
    if (late == null) {
      late = new LateSteps(stage);
    }
    return late;
  }
}
