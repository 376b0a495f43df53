package coterie.bench.micro;

import coterie.bench.micro.Beating.Msg;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Latency;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An event of the engine, trace off: a delivery or an alarm. It allocates nothing but the message,
 * 16 bytes for every third event.
 */
@State(Scope.Thread)
public class EngineBenchmark {
  private static final long PERIOD = TimeText.SECOND;
  private static final int BEATS = 1_000_000;

  @Param({"1000", "10000", "100000", "1000000"})
  public int size;

  @Param({"together", "scattered"})
  public String phases = "";

  private Simulation simulation;

  @org.openjdk.jmh.annotations.Setup
  public void begin() {
    View ring = View.numbered(0, size);
    Beating.Load load = new Beating.Load(ring, PERIOD, phases.equals("scattered"));
    simulation =
        new Simulation(
            ring,
            node -> node.add("beat", Msg.class, context -> new Beating(context, load)),
            Setup.standard().withLatency(new Latency.Constant(TimeText.SECOND / 1_000)));
    simulation.runUntil(2 * PERIOD);
  }

  /** A beat is three events: two alarms and a delivery. */
  @Benchmark
  @OperationsPerInvocation(3 * BEATS)
  public long events() {
    simulation.runFor(BEATS * PERIOD / size);
    return simulation.events();
  }

  /** A run in which beats went missing would have measured something else. */
  @TearDown
  public void requireNothingMissed() {
    View ring = simulation.members();
    for (int i = 0; i < ring.size(); i++) {
      if (simulation.protocol(ring.at(i), Beating.class).missed() > 1) {
        throw new IllegalStateException("beats did not arrive at " + ring.at(i));
      }
    }
  }
}
