package coterie.bench;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.member.swim.SwimRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.io.PrintStream;
import java.util.Map;

/** What a group of SWIM members costs: CPU, messages, memory; quiet, and with crashes. */
final class SwimBench {
  private static final int CRASHES = 10;

  private final PrintStream out;

  SwimBench(PrintStream out) {
    this.out = out;
  }

  void run(int... sizes) {
    out.printf(
        "%-10s %9s %8s %8s %10s %10s %12s %10s %8s%n",
        "start",
        "members",
        "s",
        "crashes",
        "CPU s",
        "with GC s",
        "messages",
        "verdicts",
        "live MB");
    measure("joining", 1_000, 60, 0);
    for (int size : sizes) {
      measure("converged", size, size > 20_000 ? 10 : 60, 0);
      measure("converged", size, size > 20_000 ? 10 : 60, CRASHES);
    }
  }

  private void measure(String start, int size, int seconds, int crashes) {
    Meter meter = new Meter();
    Recipe swim = SwimRecipe.RECIPE;
    View members = View.numbered(0, size);
    Settings settings = new Settings(swim.settings(), Map.of("start", start));
    Setup setup = Setup.standard().withLatency(Latency.parse("uniform:10ms,100ms"));
    Simulation simulation = new Simulation(members, swim.blueprint(members, settings), setup);
    for (int i = 0; i < crashes; i++) {
      simulation.at(TimeText.SECOND, new Fault.Crash(new NodeId((long) i * size / crashes)));
    }
    Verdicts verdicts = new Verdicts();
    simulation.watch(verdicts);
    simulation.runUntil(seconds * TimeText.SECOND);
    out.printf(
        "%-10s %9d %8d %8d %10.2f %10.2f %12d %10d %8.0f%n",
        start,
        size,
        seconds,
        crashes,
        meter.threadSeconds(),
        meter.programSeconds(),
        simulation.messages(),
        verdicts.count,
        Meter.liveMegabytes());
    if (simulation.upCount() == 0) { // Also keeps it alive while the heap is measured.
      throw new IllegalStateException("nobody was left to probe");
    }
  }

  private static final class Verdicts implements StageWitness {
    private long count;

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof Note.Failed) {
        count++;
      }
    }
  }
}
