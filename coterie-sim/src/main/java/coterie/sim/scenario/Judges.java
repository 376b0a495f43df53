package coterie.sim.scenario;

import coterie.sim.check.Judge;
import coterie.sim.check.clock.Causality;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.elect.Elections;
import coterie.sim.check.mutex.Entries;
import coterie.sim.check.store.Copies;
import coterie.sim.check.store.Linearizability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The judges of one run. Each of them knows to which protocols it applies. */
public final class Judges {
  /** Judges of what the recipe promises, in the order of the report. */
  private static final List<Function<Judge.Run, Optional<? extends Judge>>> BY_RECIPE =
      List.of(Elections::of, Entries::of, Copies::of, Causality::of, Linearizability::of);

  /** Judges of what a protocol of the stack offers, which is known when nodes have started. */
  private static final List<Function<Judge.Run, Optional<? extends Judge>>> BY_STACK =
      List.of(Diagnosis::of);

  private final Judge.Run run;
  private final List<Judge> ofRecipe = new ArrayList<>();
  private final List<Judge> ofStack = new ArrayList<>();
  private final List<Judge> appointed = new ArrayList<>();

  /** Appoints the judges by the recipe; to be called before the run. */
  Judges(Judge.Run run) {
    this.run = run;
    BY_RECIPE.forEach(maker -> maker.apply(run).ifPresent(ofRecipe::add));
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
    return all().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** Returns what has gone against the promises of the protocol, each as a sentence. */
  public List<String> violations() {
    return all().flatMap(judge -> judge.violations().stream()).toList();
  }

  private Stream<Judge> all() {
    return Stream.of(ofRecipe, ofStack, appointed).flatMap(List::stream);
  }
}
