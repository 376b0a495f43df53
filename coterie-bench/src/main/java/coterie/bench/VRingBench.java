package coterie.bench;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.vring.VRing;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.fault.Fault;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;

/**
 * How many tests VRing makes in a CPU second on the instant network, in how much memory, and how
 * long it takes to see one crash diagnosed by everybody.
 */
final class VRingBench {
  private static final long PERIOD = 30 * TimeText.SECOND;
  private static final int CRASHES = 10;
  private static final int REPETITIONS = 9;
  private static final int WARM_UP_SIZE = 1_000;
  private static final int WARM_UP_PERIODS = 1_000;

  private final PrintStream out;

  VRingBench(PrintStream out) {
    this.out = out;
  }

  void run(int... sizes) {
    warmUp();
    out.printf(
        "%-10s %9s %10s %10s %10s %12s %8s %10s%n",
        "phases",
        "processes",
        "median M/s",
        "worst M/s",
        "best M/s",
        "with GC M/s",
        "B/test",
        "live MB");
    measure(sizes[0], "together");
    measure(sizes[0], "scattered");
    int size = sizes[sizes.length - 1];
    diagnose(size, "together", "converged");
    diagnose(size, "scattered", "converged");
    diagnose(size, "together", "unknown");
    diagnose(size, "scattered", "unknown");
  }

  private void warmUp() {
    for (String phases : new String[] {"together", "scattered"}) {
      Simulation simulation = simulation(WARM_UP_SIZE, phases, "converged");
      simulation.at(PERIOD, new Fault.Crash(new NodeId(WARM_UP_SIZE / 2)));
      simulation.runUntil(WARM_UP_PERIODS * PERIOD);
    }
  }

  /** Each repetition is one period of all processes, while the crashes are news to most. */
  private void measure(int size, String phases) {
    long[] tests = testsByPeriod(size, phases);
    Simulation simulation = crashed(size, phases);
    double[] rates = new double[REPETITIONS];
    double[] programRates = new double[REPETITIONS];
    long bytes = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      Meter meter = new Meter();
      simulation.runFor(PERIOD);
      rates[i] = tests[i] / meter.threadSeconds() / 1e6;
      programRates[i] = tests[i] / meter.programSeconds() / 1e6;
      bytes += meter.allocatedBytes();
    }
    Arrays.sort(rates);
    Arrays.sort(programRates);
    out.printf(
        "%-10s %9d %10.2f %10.2f %10.2f %12.2f %8.0f %10.1f%n",
        phases,
        size,
        rates[REPETITIONS / 2],
        rates[0],
        rates[REPETITIONS - 1],
        programRates[REPETITIONS / 2],
        (double) bytes / Arrays.stream(tests).sum(),
        Meter.liveMegabytes());
    if (simulation.upCount() == 0) { // Also keeps it alive while the heap is measured.
      throw new IllegalStateException("nobody was left to test");
    }
  }

  /** A listener costs time, so the tests are counted in a run of their own. */
  private static long[] testsByPeriod(int size, String phases) {
    Simulation simulation = crashed(size, phases);
    Tests tests = new Tests();
    simulation.watch(tests);
    long[] byPeriod = new long[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      long before = tests.count;
      simulation.runFor(PERIOD);
      byPeriod[i] = tests.count - before;
    }
    return byPeriod;
  }

  private void diagnose(int size, String phases, String start) {
    Simulation simulation = simulation(size, phases, start);
    Diagnosis diagnosis = new Diagnosis(simulation, diagnosed -> {});
    simulation.runUntil(PERIOD);
    simulation.inject(new Fault.Crash(new NodeId(size / 2)));
    Meter meter = new Meter();
    boolean settled = simulation.runUntil(diagnosis::isSettled, 2L * size * PERIOD);
    Diagnosis.Diagnosed crash = diagnosis.events().getLast();
    out.printf(
        "one crash, %d processes, %s, %s: %s after %d tests, %d rounds; %.1f s, with GC %.1f s%n",
        size,
        phases,
        start,
        settled ? "diagnosed" : "not diagnosed",
        crash.tests(),
        crash.rounds(),
        meter.threadSeconds(),
        meter.programSeconds());
  }

  /** A ring in which, after the first period, crashes spread round it have just happened. */
  private static Simulation crashed(int size, String phases) {
    Simulation simulation = simulation(size, phases, "converged");
    simulation.runUntil(PERIOD);
    int crashes = Math.min(CRASHES, size / 2);
    for (int i = 0; i < crashes; i++) {
      simulation.inject(new Fault.Crash(new NodeId((long) i * size / crashes)));
    }
    return simulation;
  }

  private static Simulation simulation(int size, String phases, String start) {
    Recipe vring = VRing.RECIPE;
    Map<String, String> given = Map.of("phases", phases, "start", start);
    View ring = View.numbered(0, size);
    Settings settings = new Settings(vring.settings(), given);
    return new Simulation(ring, vring.blueprint(ring, settings), Setup.standard());
  }

  private static final class Tests implements StageWitness {
    private long count;

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof EventCounter.Tested) {
        count++;
      }
    }
  }
}
