package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.statistics.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a crash is first noticed, and when by all, with SWIM's two ways to choose whom to ping. */
class SwimTheoryTest {
  private static final int SEEDS = 400;

  record Ping() implements Message {}

  /** Pings one other a period, on a network that says at once when nobody is there. */
  private static final class Prober implements Protocol<Ping> {
    private final Context<Ping> context;
    private final View view;
    private final int self;
    private final boolean isShuffled;
    private final Alarm period;
    private final int[] order;
    private final boolean[] suspected;
    private int next;

    Prober(Context<Ping> context, View view, boolean isShuffled) {
      this.context = context;
      this.view = view;
      this.self = view.indexOf(context.self());
      this.isShuffled = isShuffled;
      this.period = context.alarm("period", this::periodDue);
      this.order = new int[view.size() - 1];
      this.suspected = new boolean[view.size()];
      for (int i = 0; i < order.length; i++) {
        order[i] = i < self ? i : i + 1;
      }
    }

    @Override
    public void start() {
      period.start(TimeText.SECOND);
    }

    private void periodDue() {
      period.start(TimeText.SECOND);
      context.send(view.at(isShuffled ? inRound() : atRandom()), new Ping());
    }

    private int atRandom() {
      return order[(int) context.random(order.length)];
    }

    private int inRound() {
      if (next == 0) {
        for (int i = order.length - 1; i > 0; i--) {
          int other = (int) context.random(i + 1);
          int swapped = order[i];
          order[i] = order[other];
          order[other] = swapped;
        }
      }
      int chosen = order[next];
      next = (next + 1) % order.length;
      return chosen;
    }

    @Override
    public void receive(NodeId from, Ping message) {}

    @Override
    public void unreachable(NodeId to) {
      if (!suspected[view.indexOf(to)]) {
        suspected[view.indexOf(to)] = true;
        context.note(new Note.Suspected(to));
      }
    }
  }

  /** Detection times in periods, after a crash just before a period begins. */
  private static Samples detections(int members, boolean isShuffled, long seed) {
    View view = View.numbered(0, members);
    Simulation simulation =
        new Simulation(
            view,
            node -> node.add("prober", Ping.class, c -> new Prober(c, view, isShuffled)),
            Setup.standard().withSeed(seed));
    SuspicionHistory suspicions = new SuspicionHistory(simulation, Verdict.SUSPECTED);
    // Any period of any round: a crash at the start would always meet a fresh shuffle.
    long warmUp = (seed % (2L * members) + 1) * TimeText.SECOND;
    simulation.at(warmUp, new Fault.Crash(new NodeId(seed % members)));
    simulation.runUntil(warmUp + 2L * (members + 10) * TimeText.SECOND);
    Quality quality = suspicions.quality();
    assertThat(isShuffled ? quality.undetected() : 0).isZero();
    return quality.detection();
  }

  /** The crash precedes what happens at its instant, so that instant is the first period. */
  private static double periods(long nanos) {
    return (double) nanos / TimeText.SECOND + 1;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 32})
  void randomPingsFindACrashFirstAfterTheExpectedPeriods(int members) {
    double sum = 0;
    double squares = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double first = periods(detections(members, false, seed).min());
      sum += first;
      squares += first * first;
    }
    double mean = sum / SEEDS;
    double error = Math.sqrt((squares / SEEDS - mean * mean) / (SEEDS - 1));
    assertThat(mean).isCloseTo(Theory.swimFirstPeriods(members), within(4 * error + 1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 32})
  void shuffledPingsFindACrashWithinTheBound(int members) {
    double last = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      last = Math.max(last, periods(detections(members, true, seed).max()));
    }
    assertThat(last).isLessThanOrEqualTo(Theory.swimPeriodsMax(members));
    // The bound is no idle one: with few members it is reached.
    if (members <= 8) {
      assertThat(last).isEqualTo(Theory.swimPeriodsMax(members));
    }
  }

  @Test
  void randomPingsBreakTheBoundOfShuffledOnes() {
    double last = 0;
    for (int seed = 0; seed < 50; seed++) {
      last = Math.max(last, periods(detections(8, false, seed).max()));
    }
    assertThat(last).isGreaterThan(Theory.swimPeriodsMax(8));
  }

  @Test
  void expectationComesNearItsLimit() {
    assertThat(Theory.swimFirstPeriods(2)).isEqualTo(1);
    assertThat(Theory.swimFirstPeriods(3)).isCloseTo(4 / 3.0, within(1e-12));
    assertThat(Theory.swimFirstPeriods(100_000)).isCloseTo(Math.E / (Math.E - 1), within(1e-5));
    assertThatThrownBy(() -> Theory.swimFirstPeriods(1))
        .hasMessage("the group has at least 2 members, not 1");
  }
}
