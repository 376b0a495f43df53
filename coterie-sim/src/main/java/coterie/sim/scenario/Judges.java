package coterie.sim.scenario;

import coterie.sim.check.Judge;
import coterie.sim.check.JudgedRecipe;
import coterie.sim.check.Moment;
import coterie.sim.check.Repetitions;
import coterie.sim.check.Violation;
import coterie.sim.check.clock.Causality;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.elect.Elections;
import coterie.sim.check.expect.Expectations;
import coterie.sim.check.mutex.Entries;
import coterie.sim.check.store.Copies;
import coterie.sim.check.store.Linearizability;
import coterie.sim.explore.monitor.MonitorJudge;
import coterie.sim.manual.ManualStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The judges of one run. Each of them knows to which protocols it applies. */
public final class Judges {
  /** Judges of what the recipe promises, in the order of the report. */
  private static final List<Function<Judge.Run, Optional<? extends Judge>>> BY_RECIPE =
      List.of(Elections::of, Entries::of, Copies::of, Causality::of, Linearizability::of);

  /** Judges of what a protocol of the stack offers, which is known when nodes have started. */
  private static final List<Function<Judge.Run, Optional<? extends Judge>>> BY_STACK =
      List.of(Diagnosis::of);

  /** Judges of what any protocol may offer: they object, and add nothing to the report. */
  private static final List<Function<Judge.Run, ? extends Judge>> SILENT = List.of(Repetitions::of);

  private final Judge.Run run;
  private final List<Judge> ofRecipe = new ArrayList<>();
  private final List<Judge> ofStack = new ArrayList<>();
  private final List<Judge> silent = new ArrayList<>();
  private final List<Judge> appointed = new ArrayList<>();
  private final Expectations expectations;

  /** Appoints the judges by the recipe; to be called before the run. */
  Judges(Judge.Run run, Expectations expectations) {
    this.run = run;
    this.expectations = expectations;
    BY_RECIPE.forEach(maker -> maker.apply(run).ifPresent(ofRecipe::add));
    run.recipe(JudgedRecipe.class).ifPresent(own -> ofRecipe.addAll(own.judges(run)));
    SILENT.forEach(maker -> silent.add(maker.apply(run)));
    if (run.stage() instanceof ManualStage) {
      MonitorJudge.of(run).ifPresent(silent::add); // What a search finds is found again.
    }
  }

  /** Appoints the judges by the protocols of the nodes. */
  void started() {
    if (ofStack.isEmpty()) {
      BY_STACK.forEach(maker -> maker.apply(run).ifPresent(ofStack::add));
    }
  }

  /**
   * Appoints a judge that is on no list, because it takes time or memory. To be called before the
   * run.
   *
   * @return empty if the judge does not apply to the protocol
   */
  public <J extends Judge> Optional<J> appoint(Function<Judge.Run, Optional<J>> maker) {
    Optional<J> judge = maker.apply(run);
    judge.ifPresent(appointed::add);
    return judge;
  }

  /** Returns the judges of what the recipe promises. */
  public List<Judge> ofRecipe() {
    return List.copyOf(ofRecipe);
  }

  /** Returns the judges of what a protocol below offers; none before the start. */
  public List<Judge> ofStack() {
    return List.copyOf(ofStack);
  }

  /** Returns the judges that were appointed one by one. */
  public List<Judge> appointed() {
    return List.copyOf(appointed);
  }

  /** Returns the judge of that type; empty if there is none. */
  public <J extends Judge> Optional<J> find(Class<J> type) {
    return all().stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** Returns what has gone against the promises of the protocol, each as a sentence, once. */
  public List<String> violations() {
    return all().stream().flatMap(judge -> judge.violations().stream()).distinct().toList();
  }

  /** Returns the judge of what the scenario says must hold. */
  public Expectations expectations() {
    return expectations;
  }

  /** Returns the same with the names of the judges; the first of each tells its events. */
  public List<Violation> objections() {
    List<Violation> found = new ArrayList<>();
    all().forEach(judge -> addObjections(judge, found));
    return found;
  }

  private static void addObjections(Judge judge, List<Violation> to) {
    List<Moment> conflict = judge.conflict();
    for (String sentence : judge.violations()) {
      to.add(new Violation(judge.name(), sentence, conflict));
      conflict = List.of();
    }
  }

  /** Returns all of them. */
  public List<Judge> all() {
    List<Judge> all = new ArrayList<>(ofRecipe);
    all.addAll(ofStack);
    all.addAll(silent);
    all.addAll(appointed);
    all.add(expectations);
    return all;
  }
}
