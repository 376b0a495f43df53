package coterie.bench;

import coterie.bench.Beating.Beat;
import coterie.bench.Beating.Msg;
import coterie.core.Message;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Latency;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * How many events the engine handles in a CPU second, trace off, on one thread; and that it
 * allocates nothing but the messages. An event is a delivery or an alarm.
 */
final class EngineBench {
  private static final long PERIOD = TimeText.SECOND;
  private static final int EVENTS_A_PERIOD = 3;
  private static final int REPETITIONS = 9;
  private static final int EVENTS_A_REPETITION = 6_000_000;
  private static final int WARM_UP_SIZE = 1_000;
  private static final int WARM_UP_PERIODS = 5_000;

  private final PrintStream out;
  private final double messageBytes = messageBytes();

  EngineBench(PrintStream out) {
    this.out = out;
  }

  void run(int... sizes) {
    warmUp();
    out.printf(
        "%-10s %9s %10s %10s %12s %10s %10s%n",
        "phases", "processes", "median M/s", "best M/s", "with GC M/s", "B/event", "of message");
    for (int size : sizes) {
      measure(size, true);
      measure(size, false);
    }
  }

  private void warmUp() {
    simulation(WARM_UP_SIZE, true).runUntil(WARM_UP_PERIODS * PERIOD);
    simulation(WARM_UP_SIZE, false).runUntil(WARM_UP_PERIODS * PERIOD);
  }

  private void measure(int size, boolean scattered) {
    Simulation simulation = simulation(size, scattered);
    long periods = Math.max(1, EVENTS_A_REPETITION / (EVENTS_A_PERIOD * size));
    simulation.runUntil(2 * PERIOD);
    simulation.runFor(periods * PERIOD);
    double[] rates = new double[REPETITIONS];
    double[] programRates = new double[REPETITIONS];
    double bytesPerEvent = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      long before = simulation.events();
      Meter meter = new Meter();
      simulation.runFor(periods * PERIOD);
      rates[i] = (simulation.events() - before) / meter.threadSeconds() / 1e6;
      programRates[i] = (simulation.events() - before) / meter.programSeconds() / 1e6;
      bytesPerEvent = (double) meter.allocatedBytes() / (simulation.events() - before);
    }
    Arrays.sort(rates);
    Arrays.sort(programRates);
    requireNothingMissed(simulation);
    out.printf(
        "%-10s %9d %10.2f %10.2f %12.2f %10.2f %10.2f%n",
        scattered ? "scattered" : "together",
        size,
        rates[REPETITIONS / 2],
        rates[REPETITIONS - 1],
        programRates[REPETITIONS / 2],
        bytesPerEvent,
        messageBytes / EVENTS_A_PERIOD);
  }

  private static Simulation simulation(int size, boolean scattered) {
    View ring = View.numbered(0, size);
    Beating.Load load = new Beating.Load(ring, PERIOD, scattered);
    return new Simulation(
        ring,
        node -> node.add("beat", Msg.class, context -> new Beating(context, load)),
        Setup.standard().withLatency(new Latency.Constant(TimeText.SECOND / 1_000)));
  }

  /** A run in which beats went missing would have measured something else. */
  private static void requireNothingMissed(Simulation simulation) {
    View ring = simulation.members();
    for (int i = 0; i < ring.size(); i++) {
      if (simulation.protocol(ring.at(i), Beating.class).missed() > 1) {
        throw new IllegalStateException("beats did not arrive at " + ring.at(i));
      }
    }
  }

  /** Kept in an array, so that the compiler cannot do without the objects. */
  private static double messageBytes() {
    Message[] messages = new Message[100_000];
    Meter meter = new Meter();
    for (int i = 0; i < messages.length; i++) {
      messages[i] = new Beat(i);
    }
    double bytes = Math.rint((double) meter.allocatedBytes() / messages.length);
    return messages[messages.length - 1] == null ? 0 : bytes;
  }
}
