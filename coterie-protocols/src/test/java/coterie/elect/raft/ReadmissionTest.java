package coterie.elect.raft;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.sim.SeededRandom;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Voters that have lost their vote, and groups whose list of voters is changed. */
class ReadmissionTest {
  private static final int SEEDS = ManySeeds.count(30, 2_000);
  private static final long SECOND = TimeText.SECOND;
  private static final RaftConfig CONFIG = RaftConfig.paper();

  /** Whether two led in one term, or a leader's term was lower than that of one before. */
  private static final class Judge implements StageWitness {
    final Map<Long, NodeId> leaders = new TreeMap<>();
    final List<String> wrong = new ArrayList<>();
    int readmitted;

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof Note.Leads leads) {
        NodeId known = leaders.putIfAbsent(leads.term(), node);
        if (known != null && !known.equals(node)) {
          wrong.add("%s and %s lead in term %d".formatted(known, node, leads.term()));
        }
        if (leads.term() < ((TreeMap<Long, NodeId>) leaders).lastKey()) {
          long latest = ((TreeMap<Long, NodeId>) leaders).lastKey();
          late.merge(leads.term(), latest, Math::max);
        }
      } else if (note instanceof Readmission.Readmitted) {
        readmitted++;
      }
    }

    final Map<Long, Long> late = new TreeMap<>();
  }

  /** What each process is started with the next time. */
  private static final class Group {
    final View[] lists;
    final boolean[] isLost;
    boolean mayReturn = true;
    final Simulation simulation;
    final Judge judge = new Judge();

    Group(int size, View list, long seed) {
      lists = new View[size];
      java.util.Arrays.fill(lists, list);
      isLost = new boolean[size];
      Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:1ms,10ms"));
      simulation =
          new Simulation(
              View.numbered(0, size),
              node -> {
                int number = (int) node.self().value();
                if (isLost[number]) {
                  node.add(
                      "raft",
                      Raft.Msg.class,
                      c -> new Readmission(c, lists[number], CONFIG, mayReturn));
                } else {
                  node.add("raft", Raft.Msg.class, c -> new Raft(c, lists[number], CONFIG));
                }
              },
              setup);
      simulation.watch(judge);
    }

    void crash(int node) {
      simulation.inject(new Fault.Crash(new NodeId(node), true));
    }

    void recover(int node) {
      simulation.inject(new Fault.Recover(new NodeId(node)));
    }

    void run(double seconds) {
      simulation.runFor((long) (seconds * SECOND));
    }

    boolean isLed() {
      for (int i = 0; i < lists.length; i++) {
        NodeId id = new NodeId(i);
        if (simulation.isUp(id) && simulation.protocol(id, Election.class).leads()) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void aVoterThatForgotItsVoteComesBackAndNoTermHasTwoLeaders() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Group group = new Group(3, View.numbered(0, 3), seed);
      SeededRandom random = new SeededRandom(seed, 0x1057);
      group.simulation.start();
      group.run(1 + random.below(1_000) / 1_000.0);
      int lost = (int) random.below(3);
      group.crash(lost);
      group.isLost[lost] = true;
      group.run(random.below(300) / 1_000.0);
      group.recover(lost);
      group.run(20);
      assertThat(group.judge.readmitted).as("seed %d", seed).isEqualTo(1);
      group.crash((lost + 1) % 3);
      group.run(5);
      assertThat(group.isLed()).as("seed %d", seed).isTrue();
      assertThat(group.judge.wrong).as("seed %d", seed).isEmpty();
    }
  }

  /** A group of three that has a leader, and of which one that does not lead forgets its vote. */
  private static Group forgetful(boolean mayReturn) {
    Group group = new Group(3, View.numbered(0, 3), 1);
    group.mayReturn = mayReturn;
    group.simulation.start();
    group.run(2);
    int lost = group.simulation.protocol(new NodeId(0), Election.class).leads() ? 1 : 0;
    group.crash(lost);
    group.isLost[lost] = true;
    group.recover(lost);
    return group;
  }

  @Test
  void whoWasNotToldToComeBackDoesNot() {
    Group group = forgetful(false);
    group.run(120);
    assertThat(group.isLed()).isTrue();
    assertThat(group.judge.readmitted).isZero();
  }

  @Test
  void nobodyComesBackBeforeItsProbationIsOver() {
    Group group = forgetful(true);
    double probation = Readmission.probationNanos(CONFIG) / (double) SECOND;
    group.run(probation - 0.1);
    assertThat(group.judge.readmitted).isZero();
    group.run(0.5);
    assertThat(group.judge.readmitted).isEqualTo(1);
  }

  /** What it hears of the next leader begins from the start. */
  @Test
  void probationBeginsAnewWithEveryLeader() {
    Group group = forgetful(true);
    double probation = Readmission.probationNanos(CONFIG) / (double) SECOND;
    group.run(probation - 1);
    group.simulation.call(
        leader(group),
        Raft.class,
        "resign",
        raft -> {
          raft.resign();
          return null;
        });
    group.run(probation - 1);
    assertThat(group.isLed()).isTrue();
    assertThat(group.judge.readmitted).isZero();
    group.run(2);
    assertThat(group.judge.readmitted).isEqualTo(1);
  }

  /** A term that nobody leads in must not make it deaf to the leader that there is. */
  @Test
  void wrongTermIsForgottenWithItsSilence() {
    Group group = forgetful(true);
    NodeId lost = new NodeId(group.isLost[0] ? 0 : 1);
    group.run(1);
    group.simulation.call(
        lost,
        Readmission.class,
        "hears a wrong term",
        readmission -> {
          long list = group.lists[0].fingerprint();
          readmission.receive(new NodeId(2), new Raft.Heartbeat(list, 3_844, 1));
          return null;
        });
    group.run(Readmission.probationNanos(CONFIG) / (double) SECOND + 1);
    assertThat(group.judge.readmitted).isEqualTo(1);
    assertThat(group.judge.wrong).isEmpty();
  }

  private static NodeId leader(Group group) {
    for (int i = 0; i < group.lists.length; i++) {
      NodeId id = new NodeId(i);
      if (group.simulation.protocol(id, Election.class).leads()) {
        return id;
      }
    }
    throw new AssertionError("nobody leads");
  }

  @Test
  void withoutALeaderOfTheOthersItDoesNotComeBack() {
    Group group = new Group(3, View.numbered(0, 3), 1);
    group.simulation.start();
    group.run(2);
    group.crash(0);
    group.crash(1);
    group.isLost[0] = true;
    group.recover(0);
    group.run(60);
    assertThat(group.judge.readmitted).isZero();
    assertThat(group.isLed()).isFalse();
  }

  /** The kept voters are restarted one by one with the new list, and the new voter comes last. */
  @Test
  void oneVoterIsExchangedWithoutTwoLeadersOrALowerTerm() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      View old = View.numbered(0, 3);
      View changed = View.of(List.of(new NodeId(0), new NodeId(1), new NodeId(3)));
      Group group = new Group(4, old, seed);
      group.lists[3] = changed;
      SeededRandom random = new SeededRandom(seed, 0xc4a6);
      group.simulation.start();
      group.crash(3);
      group.run(2);
      for (int kept = 0; kept < 2; kept++) {
        group.crash(kept);
        group.lists[kept] = changed;
        group.run(random.below(1_000) / 1_000.0);
        group.recover(kept);
        group.run(random.below(3_000) / 1_000.0);
      }
      group.run(3);
      assertThat(group.isLed()).as("seed %d", seed).isTrue();
      group.crash(2);
      group.recover(3);
      group.run(2);
      group.crash(0);
      group.run(3);
      assertThat(group.isLed()).as("seed %d", seed).isTrue();
      assertThat(group.judge.wrong).as("seed %d", seed).isEmpty();
      assertThat(group.judge.late).as("seed %d", seed).isEmpty();
    }
  }

  /** Started too early, the new voter elects a second leader with one that was restarted. */
  @Test
  void aNewVoterThatIsStartedFirstIsFoundOut() {
    int wrong = 0;
    for (long seed = 1; seed <= SEEDS && wrong == 0; seed++) {
      View changed = View.of(List.of(new NodeId(0), new NodeId(1), new NodeId(3)));
      Group group = new Group(4, View.numbered(0, 3), seed);
      group.lists[3] = changed;
      group.simulation.start();
      group.run(2);
      group.crash(0);
      group.lists[0] = changed;
      group.recover(0);
      group.run(5);
      wrong += group.judge.wrong.size() + group.judge.late.size();
    }
    assertThat(wrong).isPositive();
  }
}
