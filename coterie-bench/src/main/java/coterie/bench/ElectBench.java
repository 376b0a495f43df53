package coterie.bench;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.raft.RaftRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.elect.Elections;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How many elections of Raft are simulated in a second, each after a crash of the leader, and how
 * long five processes are without one; and what it costs to have a run judged.
 */
final class ElectBench {
  private static final int NODES = 5;
  private static final int WARMUP = 20_000;
  private static final int QUIET_SECONDS = 20_000;
  private static final int ROUNDS = 10;

  /** Timeouts are drawn evenly from 150 ms to 300 ms. */
  private static final double MEAN_TIMEOUT_NANOS = 225e6;

  /** Two heartbeats: a crash comes at any moment between two of them. */
  private static final long SPREAD_NANOS = 100_000_000;

  private static final long LIMIT_NANOS = 60 * TimeText.SECOND;

  private final PrintStream out;
  private long events;

  ElectBench(PrintStream out) {
    this.out = out;
  }

  void run(int count) {
    elect(WARMUP, 1);
    out.printf(
        "%-10s %8s %10s %12s %10s %10s %10s %8s %8s%n",
        "elections",
        "CPU s",
        "with GC s",
        "elections/s",
        "events",
        "median ms",
        "p99 ms",
        "median/T",
        "p99/T");
    Meter meter = new Meter();
    long[] leaderless = elect(count, 2);
    double cpu = meter.threadSeconds();
    double program = meter.programSeconds();
    Arrays.sort(leaderless);
    double median = leaderless[count / 2];
    double high = leaderless[(int) Math.ceil(count * 0.99) - 1];
    out.printf(
        "%-10d %8.2f %10.2f %12.0f %10d %10.1f %10.1f %8.2f %8.2f%n",
        count,
        cpu,
        program,
        count / cpu,
        events,
        median / 1e6,
        high / 1e6,
        median / MEAN_TIMEOUT_NANOS,
        high / MEAN_TIMEOUT_NANOS);
    out.printf("T: the mean timeout, %.0f ms%n%n", MEAN_TIMEOUT_NANOS / 1e6);
    quiet();
  }

  private long[] elect(int count, long seed) {
    Simulation simulation = simulation(seed);
    Elections judge = new Elections(simulation, RaftRecipe.RECIPE);
    SplittableRandom random = new SplittableRandom(seed);
    long[] leaderless = new long[count];
    for (int i = 0; i < count; i++) {
      await(simulation, judge);
      simulation.runFor(random.nextLong(SPREAD_NANOS));
      NodeId leader = await(simulation, judge);
      long crashed = simulation.now();
      simulation.inject(new Fault.Crash(leader));
      await(simulation, judge);
      leaderless[i] = simulation.now() - crashed;
      simulation.inject(new Fault.Recover(leader));
    }
    if (!judge.violations().isEmpty()) {
      throw new IllegalStateException(judge.violations().getFirst());
    }
    events = simulation.events();
    return leaderless;
  }

  private static NodeId await(Simulation simulation, Elections judge) {
    boolean agreed = simulation.runUntil(judge::agrees, simulation.now() + LIMIT_NANOS);
    NodeId leader = judge.leader();
    if (!agreed || leader == null) {
      throw new IllegalStateException("no leader at " + TimeText.format(simulation.now()));
    }
    return leader;
  }

  private static Simulation simulation(long seed) {
    ElectionRecipe raft = RaftRecipe.RECIPE;
    View members = View.numbered(0, NODES);
    Settings settings = new Settings(raft.settings(), Map.of());
    Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:200us,1ms"));
    return new Simulation(members, raft.blueprint(members, settings), setup);
  }

  /** A group that keeps its leader, with nobody listening and with the judge, in turns. */
  private void quiet() {
    double alone = Double.MAX_VALUE;
    double judged = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      alone = Math.min(alone, nanosAnEvent(false));
      judged = Math.min(judged, nanosAnEvent(true));
    }
    out.printf(
        "without a crash, least of %d: %.1f ns an event with nobody listening, %.1f ns judged%n",
        ROUNDS, alone, judged);
  }

  private static double nanosAnEvent(boolean judged) {
    Simulation simulation = simulation(1);
    if (judged && !new Elections(simulation, RaftRecipe.RECIPE).elections().isEmpty()) {
      throw new IllegalStateException("nothing was to be judged yet");
    }
    Meter meter = new Meter();
    simulation.runUntil(QUIET_SECONDS * TimeText.SECOND);
    return meter.threadSeconds() * 1e9 / simulation.events();
  }
}
