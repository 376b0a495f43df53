package coterie.elect.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether the leader of three voters is reached, as two other processes see it. */
class QuorumTest {
  private static final long SECOND = TimeText.SECOND;
  private static final View VOTERS = View.numbered(0, 3);

  private final List<String> notes = new ArrayList<>();
  private final Simulation simulation =
      new Simulation(
          View.numbered(0, 5),
          node -> {
            Election election =
                VOTERS.indexOf(node.self()) < 0
                    ? null
                    : node.add(
                        "raft", Raft.Msg.class, c -> new Raft(c, VOTERS, RaftConfig.paper()));
            if (election == null) {
              node.add("raft", Raft.Msg.class, c -> (from, message) -> {});
            }
            node.add(
                "quorum",
                Quorum.Msg.class,
                c -> new Quorum(c, VOTERS, election, () -> false, SECOND / 2, 3 * SECOND / 2));
          },
          Setup.standard().withLatency(Latency.parse("1ms")));

  private Quorum quorum(int node) {
    return simulation.protocol(new NodeId(node), Quorum.class);
  }

  @Test
  void itIsRegainedLostAndRegained() {
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(new NodeId(4)) && note.getClass().getDeclaringClass() == Quorum.class) {
              notes.add(note.getClass().getSimpleName());
            }
          }
        });
    simulation.start();
    simulation.runFor(5 * SECOND);
    for (int i = 0; i < 5; i++) {
      assertThat(quorum(i).isReached()).isTrue();
      assertThat(quorum(i).leader()).isEqualTo(quorum(4).leader());
    }
    simulation.inject(new Fault.Crash(new NodeId(0), true));
    simulation.inject(new Fault.Crash(new NodeId(1), true));
    simulation.runFor(5 * SECOND);
    for (int i = 2; i < 5; i++) {
      assertThat(quorum(i).isReached()).isFalse();
    }
    simulation.inject(new Fault.Recover(new NodeId(0)));
    simulation.runFor(5 * SECOND);
    assertThat(quorum(4).isReached()).isTrue();
    assertThat(notes).containsExactly("Regained", "Lost", "Regained");
  }

  @Test
  void whoIsCutOffLosesItAlone() {
    simulation.start();
    simulation.runFor(5 * SECOND);
    for (int voter = 0; voter < 3; voter++) {
      simulation.inject(new Fault.Cut(new NodeId(3), new NodeId(voter), true));
    }
    simulation.runFor(5 * SECOND);
    assertThat(quorum(3).isReached()).isFalse();
    assertThat(quorum(4).isReached()).isTrue();
  }
}
