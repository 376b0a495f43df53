package coterie.bench;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Latency;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many entries of each mutual exclusion are simulated in a second, when everybody wants to
 * enter all the time, and what it costs to have a run judged.
 */
final class MutexBench {
  private static final int ROUNDS = 5;
  private static final long SECONDS = 100;

  private final PrintStream out;

  MutexBench(PrintStream out) {
    this.out = out;
  }

  void run(int[] sizes) {
    out.printf(
        "%-16s %5s %9s %12s %10s %12s %12s%n",
        "mutex", "N", "entries", "entries/s", "events", "ns/event", "judged");
    for (MutexRecipe recipe : recipes()) {
      for (int size : sizes) {
        measure(recipe, size);
      }
    }
  }

  private static List<MutexRecipe> recipes() {
    Map<String, MutexRecipe> found = new TreeMap<>();
    for (Recipe recipe : Recipe.all(MutexBench.class.getClassLoader())) {
      if (recipe instanceof MutexRecipe mutex) {
        found.put(mutex.name(), mutex);
      }
    }
    return List.copyOf(found.values());
  }

  /** In turns, with nobody listening and with the judge. */
  private void measure(MutexRecipe recipe, int size) {
    double alone = Double.MAX_VALUE;
    double judged = Double.MAX_VALUE;
    long events = 0;
    long entries = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Simulation quiet = simulation(recipe, size);
      Meter meter = new Meter();
      quiet.runUntil(SECONDS * TimeText.SECOND);
      alone = Math.min(alone, meter.threadSeconds());
      Simulation heard = simulation(recipe, size);
      Entries judge = new Entries(heard, recipe, settings(recipe));
      meter = new Meter();
      heard.runUntil(SECONDS * TimeText.SECOND);
      judged = Math.min(judged, meter.threadSeconds());
      events = heard.events();
      entries = judge.entries().stream().filter(entry -> entry.token() != null).count();
      if (!judge.violations().isEmpty()) {
        throw new IllegalStateException(judge.violations().getFirst());
      }
    }
    out.printf(
        "%-16s %5d %9d %12.0f %10d %12.1f %12.1f%n",
        recipe.name(),
        size,
        entries,
        entries / alone,
        events,
        alone * 1e9 / events,
        judged * 1e9 / events);
  }

  private static Simulation simulation(MutexRecipe recipe, int size) {
    View members = View.numbered(0, size);
    Setup setup = Setup.standard().withLatency(Latency.parse("uniform:200us,1ms"));
    return new Simulation(members, recipe.blueprint(members, settings(recipe)), setup);
  }

  private static Settings settings(MutexRecipe recipe) {
    return new Settings(recipe.settings(), Map.of("hold", "1ms", "think", "0"));
  }
}
