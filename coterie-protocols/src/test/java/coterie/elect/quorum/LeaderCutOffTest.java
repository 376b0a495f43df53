package coterie.elect.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.mutex.lease.LeaseLock;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The leader of three voters is cut off again and again, with the settings of a service: those who
 * elect another one have not lost the quorum, the one that is cut off has, and nobody is inside a
 * lock without one.
 */
class LeaderCutOffTest {
  private static final long SECOND = TimeText.SECOND;
  private static final long ROUNDS = ManySeeds.count(100, 1_000);
  private static final View VOTERS = View.numbered(0, 3);
  private static final View MEMBERS = View.numbered(0, 4);
  private static final String LOCK = "leader/shop";

  /** Three questions, as the library has it. */
  private static final long SILENCE = 6 * SECOND;

  private record Change(long at, NodeId node, Note note) {}

  /** One round: its own seed, and the cut at its own moment of a period. */
  private static final class Round implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final List<Change> changes = new ArrayList<>();
    final List<String> insideWithout = new ArrayList<>();
    final Simulation simulation;

    Round(long seed) {
      simulation =
          new Simulation(
              MEMBERS,
              node -> {
                Election election = null;
                if (VOTERS.indexOf(node.self()) >= 0) {
                  RaftConfig config = RaftConfig.service();
                  election = node.add("raft", Raft.Msg.class, c -> new Raft(c, VOTERS, config));
                } else {
                  node.add("raft", Raft.Msg.class, c -> (from, message) -> {});
                }
                addQuorum(node, election);
              },
              Setup.standard()
                  .withSeed(seed)
                  .withSyncNanos(SECOND / 200)
                  .withLatency(Latency.parse("uniform:1ms,10ms")));
      simulation.watch(this);
    }

    private static void addQuorum(Node node, @Nullable Election election) {
      LeaseConfig lease = LeaseConfig.service();
      LeaseLock locks =
          node.add("lease", LeaseLock.Msg.class, c -> new LeaseLock(c, VOTERS, election, lease));
      Quorum quorum =
          node.add(
              "quorum",
              Quorum.Msg.class,
              c -> new Quorum(c, VOTERS, election, locks::holdsAny, lease.renewNanos(), SILENCE));
      locks.hearLeader(quorum::heard);
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof Quorum.Lost || note instanceof Quorum.Regained) {
        changes.add(new Change(at, node, note));
      }
    }

    @Override
    public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
      LeaseLock locks = simulation.protocol(node, LeaseLock.class);
      if (locks.holds(LOCK) && !simulation.protocol(node, Quorum.class).isReached()) {
        insideWithout.add("%s at %s".formatted(node, TimeText.format(at)));
      }
    }

    /** All voters stand for a leadership, and one of them gets it. */
    NodeId leaderAfter(long phaseNanos) {
      simulation.start();
      for (int i = 0; i < VOTERS.size(); i++) {
        simulation.call(VOTERS.at(i), LeaseLock.class, "acquire " + LOCK, Round::stand);
      }
      simulation.runFor(20 * SECOND + phaseNanos);
      return Objects.requireNonNull(simulation.protocol(MEMBERS.at(3), Quorum.class).leader());
    }

    void cutOff(NodeId node) {
      List<NodeId> others = new ArrayList<>();
      for (int i = 0; i < MEMBERS.size(); i++) {
        if (!MEMBERS.at(i).equals(node)) {
          others.add(MEMBERS.at(i));
        }
      }
      changes.clear();
      simulation.inject(Fault.Partition.of(List.of(List.of(node), others)));
    }

    private static boolean stand(LeaseLock locks) {
      locks.acquire(LOCK);
      return true;
    }
  }

  @Test
  void onlyWhoIsCutOffLosesTheQuorum() {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= ROUNDS; seed++) {
      Round round = new Round(seed);
      NodeId leader = round.leaderAfter(phase(seed));
      round.cutOff(leader);
      round.simulation.runFor(15 * SECOND);
      for (Change change : round.changes) {
        if (!change.node.equals(leader)) {
          wrong.add("seed %d: %s".formatted(seed, change));
        }
      }
      assertThat(round.changes).as("seed %d", seed).anyMatch(one -> one.node.equals(leader));
      round.insideWithout.forEach(each -> wrong.add("inside without a quorum: " + each));
    }
    assertThat(wrong).isEmpty();
  }

  /** Cuts off the one that neither votes nor stands. */
  @Test
  void lossIsToldAfterTheSilence() {
    long slowest = 0;
    for (long seed = 1; seed <= ROUNDS; seed++) {
      Round round = new Round(seed);
      NodeId unused = round.leaderAfter(phase(seed));
      round.cutOff(MEMBERS.at(3));
      long cutAt = round.simulation.now();
      round.simulation.runFor(15 * SECOND);
      assertThat(round.changes).as("seed %d", seed).hasSize(1);
      slowest = Math.max(slowest, round.changes.getFirst().at - cutAt);
    }
    // The next question, the silence, and an eighth of a period.
    assertThat(slowest).isBetween(SILENCE, SILENCE + 2 * SECOND + SECOND / 2);
  }

  private static long phase(long seed) {
    return seed * 7_919_000 % (4 * SECOND);
  }
}
