package coterie.sim.explore.monitor;

import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.RegisterRecipe;
import coterie.recipe.StoreRecipe;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Monitor;
import java.util.ArrayList;
import java.util.List;

/**
 * What a protocol is held to in an exhaustive search, by its recipe: the same promises as those
 * that the judges of a simulated run know, but for those that depend on time. A protocol of no
 * family must not fail, and must not send what its own processes refuse.
 */
public final class Monitors {
  private Monitors() {}

  /** Returns the monitors of what must never happen. */
  public static List<Monitor<?>> of(Promises promises) {
    View members = promises.members();
    List<Monitor<?>> all = new ArrayList<>();
    all.add(new FailureMonitor(!promises.recipe().notesStamps()));
    promises
        .recipe(ElectionRecipe.class)
        .ifPresent(election -> all.add(new TermMonitor(members, election.isFenced())));
    promises.exclusion().ifPresent(promise -> all.add(new EntryMonitor(promise)));
    promises
        .recipe(DetectorRecipe.class)
        .ifPresent(
            detector -> {
              all.add(new MistakeMonitor(detector.confirms(), promises.isPunctual()));
              all.add(new CountMonitor(members));
              all.add(new IncarnationMonitor());
            });
    promises.recipe(StoreRecipe.class).ifPresent(store -> all.add(new CopyMonitor()));
    promises.recipe(RegisterRecipe.class).ifPresent(registers -> all.add(new RegisterMonitor()));
    if (promises.recipe().notesStamps()) {
      all.add(new CausalityMonitor(promises.keepsMessages()));
    }
    promises
        .recipe(MonitoredRecipe.class)
        .ifPresent(own -> all.addAll(own.monitors(members, promises.settings())));
    return all;
  }

  /** Returns the goals of what must happen again and again, or stay, once faults have stopped. */
  public static List<Goal<?>> goals(Promises promises) {
    View members = promises.members();
    List<Goal<?>> all = new ArrayList<>();
    promises
        .recipe(ElectionRecipe.class)
        .ifPresent(
            election -> all.add(new AgreementGoal(election.isFenced() ? promises.majority() : 1)));
    promises
        .recipe(MutexRecipe.class)
        .ifPresent(mutex -> all.add(new EntryGoal(members, needed(promises, mutex))));
    promises
        .recipe(DetectorRecipe.class)
        .ifPresent(
            detector ->
                all.add(
                    new CompletenessGoal(
                        members, detector.confirms(), detector.tellsAll(promises.settings()))));
    promises
        .recipe(StoreRecipe.class)
        .ifPresent(store -> all.add(new ConvergenceGoal(members.size())));
    return all;
  }

  /** A lock without a detector waits for everybody; one with leases needs a majority. */
  private static int needed(Promises promises, MutexRecipe mutex) {
    return mutex.promise(promises.settings()) instanceof MutexRecipe.Promise.Always
        ? promises.members().size()
        : promises.majority();
  }
}
