package coterie.bench;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.bully.Bully;
import coterie.protocols.Protocols;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.TreeMap;

/** How many states the search finds in a CPU second, with one thread and with two in turns. */
final class ExploreBench {
  private static final int NODES = 3;
  private static final int ROUNDS = 3;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final PrintStream out;

  ExploreBench(PrintStream out) {
    this.out = out;
  }

  void run(int states) {
    out.printf(
        "%-10s %7s %12s %13s %6s %8s %12s %9s %8s %11s%n",
        "protocol",
        "threads",
        "states",
        "transitions",
        "depth",
        "CPU s",
        "states/CPU s",
        "wall s",
        "locals",
        "bytes/state");
    measure("bully", bully(), states);
    for (String name : List.of("raft", "lamport", "swim")) {
      measure(name, Plan.of(View.numbered(0, NODES), recipe(name)), states);
    }
  }

  /** Without a detector; one process notices once that the leader is gone. */
  private static Plan bully() {
    View members = View.numbered(0, NODES);
    Bully.Config config = new Bully.Config(2_000_000_000L, 4_000_000_000L, 0);
    return Plan.of(
            members,
            node ->
                node.add(
                    "bully", Bully.Msg.class, context -> new Bully(context, members, null, config)))
        .withFaults(new Plan.Faults(1, 0, 1, 0, 0, 0))
        .withCalls(List.of(new Plan.Call((NodeId) null, "notice")));
  }

  private static Blueprint recipe(String name) {
    for (Recipe recipe : new Protocols().recipes()) {
      if (recipe.name().equals(name)) {
        Settings settings = new Settings(recipe.settings(), new TreeMap<>());
        return recipe.blueprint(View.numbered(0, NODES), settings);
      }
    }
    throw new IllegalArgumentException("unknown recipe " + name);
  }

  private void measure(String name, Plan plan, int states) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int threads = 1; threads <= 2; threads++) {
        System.gc(); // So that no search pays for what the one before has left.
        measure(name, plan, states, threads);
      }
    }
  }

  /** Each random number is the lowest, as in earlier measurements. */
  private void measure(String name, Plan plan, int states, int threads) {
    Plan.Model model = Plan.Model.STANDARD;
    Plan whole =
        plan.withModel(
                new Plan.Model(
                    model.timing(), model.order(), model.saves(), model.hints(), 1, true))
            .withBounds(
                new Plan.Bounds(Integer.MAX_VALUE, states, Integer.MAX_VALUE, -1, new TreeMap<>()))
            .withEffort(
                new Plan.Effort(
                    threads, Long.MAX_VALUE, true, false, THREADS::getCurrentThreadCpuTime));
    long begun = System.nanoTime();
    Explored found = new Exploration(whole).run();
    out.printf(
        "%-10s %7d %,12d %,13d %6d %8.2f %,12.0f %9.2f %,8d %11.1f%n",
        name,
        threads,
        found.states(),
        found.transitions(),
        found.depth(),
        found.cpuNanos() / 1e9,
        found.statesPerCpuSecond(),
        (System.nanoTime() - begun) / 1e9,
        found.localStates(),
        found.bytesPerState());
  }
}
