package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What SWIM costs, and how soon it notices, against what theory says. */
class SwimLoadTest {
  private static final int PERIODS = 60;

  /** Counts what each member sends and gets. */
  private static final class Load implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final long[] messages;

    Load(int size) {
      messages = new long[size];
    }

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      messages[(int) from.value()]++;
      messages[(int) to.value()]++;
    }
  }

  private static long[] load(int size, int crashes) {
    Group group = new Group(size, 1, SwimConfig.lan(), true);
    Load load = new Load(size);
    group.simulation.watch(load);
    for (int i = 0; i < crashes; i++) {
      group.inject(new Fault.Crash(id(i)));
    }
    group.run(PERIODS);
    return load.messages;
  }

  @Test
  void loadPerMemberIsTheSameFromTenToAThousand() {
    for (int size : new int[] {10, 100, 1_000}) {
      double sum = 0;
      double most = 0;
      for (long messages : load(size, 0)) {
        sum += messages;
        most = Math.max(most, (double) messages);
      }
      double mean = sum / size / PERIODS;
      assertThat(mean).as("messages sent and received, N=%d", size).isCloseTo(4.05, within(0.15));
      assertThat(most / PERIODS).as("the busiest, N=%d", size).isLessThan(1.5 * mean);
    }
  }

  @Test
  void crashesDoNotMakeOneMemberCarryTheLoadOfOthers() {
    long[] load = load(100, 10);
    double sum = 0;
    double most = 0;
    for (int i = 10; i < load.length; i++) {
      sum += load[i];
      most = Math.max(most, (double) load[i]);
    }
    assertThat(most).isLessThan(2 * sum / 90);
  }

  /** The times at which each member pings that one. */
  private static final class Pings implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final NodeId target;
    final List<List<Long>> bySender = new ArrayList<>();
    long first = Long.MAX_VALUE;

    Pings(NodeId target, int size) {
      this.target = target;
      for (int i = 0; i < size; i++) {
        bySender.add(new ArrayList<>());
      }
    }

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      if (to.equals(target) && message instanceof Swim.Ping) {
        bySender.get((int) from.value()).add(at);
        first = Math.min(first, at);
      }
    }
  }

  @Test
  void randomProbesFindACrashAfterTheExpectedNumberOfPeriods() {
    int size = 50;
    int seeds = 2_000;
    // The chance that nobody pings it in a period; for large groups e / (e - 1) = 1.582 follows.
    double expected = 1 / (1 - Math.pow(1 - 1.0 / (size - 1), size - 1));
    View members = View.numbered(0, size);
    double sum = 0;
    double squares = 0;
    for (long seed = 0; seed < seeds; seed++) {
      Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("1ms"));
      Simulation simulation =
          new Simulation(members, SwimRecipe.blueprint(members, SwimConfig.bare(), true), setup);
      simulation.runUntil(3 * TimeText.SECOND);
      simulation.inject(new Fault.Crash(id(7)));
      Pings pings = new Pings(id(7), size);
      simulation.watch(pings);
      simulation.runUntil(() -> pings.first < Long.MAX_VALUE, 30 * TimeText.SECOND);
      double periods = Math.ceil((pings.first - 3.0 * TimeText.SECOND) / TimeText.SECOND);
      sum += periods;
      squares += periods * periods;
    }
    double mean = sum / seeds;
    double error = Math.sqrt((squares / seeds - mean * mean) / seeds);
    assertThat(mean).isCloseTo(expected, within(3 * error));
    assertThat(error).isLessThan(0.03);
  }

  @Test
  void shuffledRoundsProbeEverybodyWithinTwoRounds() {
    int size = 10;
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(size, seed, SwimConfig.lan(), true);
      Pings pings = new Pings(id(7), size);
      group.simulation.watch(pings);
      group.run(300);
      for (int sender = 0; sender < size; sender++) {
        long last = 0;
        for (long at : pings.bySender.get(sender)) {
          assertThat(at - last).isLessThanOrEqualTo((2 * (size - 1) - 1) * TimeText.SECOND);
          last = at;
        }
        assertThat(pings.bySender.get(sender).isEmpty()).isEqualTo(sender == 7);
      }
    }
  }

  @Test
  void randomProbesHaveNoSuchBound() {
    int size = 10;
    long longest = 0;
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(size, seed, SwimConfig.bare(), true);
      Pings pings = new Pings(id(7), size);
      group.simulation.watch(pings);
      group.run(300);
      for (List<Long> sent : pings.bySender) {
        for (int i = 1; i < sent.size(); i++) {
          longest = Math.max(longest, sent.get(i) - sent.get(i - 1));
        }
      }
    }
    assertThat(longest).isGreaterThan((2 * size - 1) * TimeText.SECOND);
  }
}
