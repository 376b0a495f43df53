package coterie.sim.scenario;

import coterie.core.Blueprint;
import coterie.core.DetectorRecipe;
import coterie.core.ElectionRecipe;
import coterie.core.EventCounter;
import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Recipe;
import coterie.core.RegisterRecipe;
import coterie.core.Settings;
import coterie.core.StoreRecipe;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.check.Causality;
import coterie.sim.check.Copies;
import coterie.sim.check.Diagnosis;
import coterie.sim.check.Elections;
import coterie.sim.check.Entries;
import coterie.sim.check.Linearizability;
import coterie.sim.check.Suspicions;
import coterie.sim.check.Verdict;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Trace;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A scenario at work: the stage it describes, with its steps scheduled and its judges in. */
public final class ScenarioRun {
  private final Scenario scenario;
  private final Recipe recipe;
  private final Stage stage;
  private final List<Trace> traces = new ArrayList<>();
  private final @Nullable Elections elections;
  private final @Nullable Entries entries;
  private final @Nullable Copies copies;
  private final @Nullable Linearizability linearizability;
  private final @Nullable Causality causality;
  private @Nullable Diagnosis diagnosis;
  private @Nullable LateSteps late;

  /** Builds the stage of a run. */
  @FunctionalInterface
  public interface Builder {
    Stage build(View members, Blueprint blueprint, Setup setup);
  }

  /** In virtual time. */
  public ScenarioRun(Scenario scenario, Recipes recipes) {
    this(scenario, recipes, Simulation::new);
  }

  public ScenarioRun(Scenario scenario, Recipes recipes, Builder builder) {
    this.scenario = scenario;
    this.recipe = recipes.named(scenario.protocol());
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    this.stage =
        builder.build(
            scenario.members(), recipe.blueprint(scenario.members(), settings), scenario.setup());
    if (stage instanceof Simulation simulation) {
      simulation.requireCodecs();
    }
    this.elections =
        recipe instanceof ElectionRecipe election ? new Elections(stage, election) : null;
    this.entries = recipe instanceof MutexRecipe mutex ? new Entries(stage, mutex, settings) : null;
    this.copies =
        recipe instanceof StoreRecipe store
            ? new Copies(stage, store.settleNanos(settings, scenario.members().size()))
            : null;
    this.linearizability = recipe instanceof RegisterRecipe ? new Linearizability(stage) : null;
    this.causality = recipe.notesStamps() ? new Causality(stage) : null;
    scheduleAll(scenario.steps());
  }

  public Scenario scenario() {
    return scenario;
  }

  public Stage stage() {
    return stage;
  }

  /** The judge of crashes and recoveries; null if the protocol counts no events. */
  public @Nullable Diagnosis diagnosis() {
    return diagnosis;
  }

  /** The judge of elections; null if the protocol is not an election. */
  public @Nullable Elections elections() {
    return elections;
  }

  /** The judge of entries; null if the protocol is not a mutual exclusion. */
  public @Nullable Entries entries() {
    return entries;
  }

  /** The judge of copies; null if the protocol keeps no replicated data. */
  public @Nullable Copies copies() {
    return copies;
  }

  /** The judge of registers; null if the protocol has none. */
  public @Nullable Linearizability linearizability() {
    return linearizability;
  }

  /** The judge of clocks; null if the protocol notes no stamps. */
  public @Nullable Causality causality() {
    return causality;
  }

  /** What went against the promises of the protocol so far, each as a sentence. */
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (elections != null) {
      violations.addAll(elections.violations());
    }
    if (entries != null) {
      violations.addAll(entries.violations());
    }
    if (copies != null) {
      violations.addAll(copies.violations());
    }
    if (linearizability != null) {
      violations.addAll(linearizability.violations());
    }
    if (causality != null) {
      violations.addAll(causality.violations());
    }
    return violations;
  }

  /**
   * Judges the run as that of a failure detector. To be called before the run.
   *
   * @return null if the protocol is of another kind
   */
  public @Nullable Suspicions judge() {
    return recipe instanceof DetectorRecipe detector
        ? new Suspicions(stage, Verdict.of(detector))
        : null;
  }

  /** What a script asked for and could not be when its time had come, a sentence each. */
  public List<String> remarks() {
    return late == null ? List.of() : late.remarks();
  }

  /** Whom the steps of the script hit that name a role, a sentence each. */
  public List<String> hits() {
    return late == null ? List.of() : late.hits();
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
    stage.runUntil(scenario.untilNanos());
  }

  /** Starts the nodes, without letting time pass yet. */
  public void start() {
    stage.start();
    List<Protocol<?>> stack = stage.protocols(scenario.members().at(0));
    for (Step step : scenario.steps()) {
      switch (step.action()) {
        case Step.Call call -> LocalCall.find(step.where(), stack, call);
        case Step.Inject inject -> {}
        case Step.Say say -> {}
      }
    }
    if (diagnosis == null && stack.stream().anyMatch(EventCounter.class::isInstance)) {
      diagnosis = new Diagnosis(stage, this::diagnosed);
    }
  }

  /** Tells those who trace the run a sentence about what happens at that time. */
  public void say(long atNanos, String sentence) {
    traces.forEach(trace -> trace.said(atNanos, sentence));
  }

  private void diagnosed(Diagnosis.Diagnosed diagnosed) {
    traces.forEach(trace -> trace.judged(stage.now(), diagnosed));
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
    return step.namesRole() || (step.action() instanceof Step.Inject inject && inject.isDrawn());
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
