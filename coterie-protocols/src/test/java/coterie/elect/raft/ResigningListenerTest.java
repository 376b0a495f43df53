package coterie.elect.raft;

import static coterie.elect.raft.RaftGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever is told of a change may make way at once. */
class ResigningListenerTest {
  private static final Setup SETUP =
      Setup.standard().withLatency(Latency.parse("uniform:200us,1ms"));

  private final List<String> told = new ArrayList<>();
  private int resigned;

  /** A group in which the first process that is told of that resigns; another one listens too. */
  private RaftGroup group(int size, String when) {
    View members = View.numbered(0, size);
    return new RaftGroup(size, SETUP, context -> resigning(context, members, when));
  }

  private Raft resigning(Context<Raft.Msg> context, View members, String when) {
    Raft raft = new Raft(context, members, RaftConfig.paper());
    NodeId self = context.self();
    raft.listen(new Ear(self, what -> resignOnce(raft, what.equals(when + " " + self))));
    raft.listen(new Ear(self, what -> told.add(self + " " + what)));
    return raft;
  }

  private void resignOnce(Raft raft, boolean isTime) {
    if (isTime && resigned == 0) {
      resigned++;
      raft.resign();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void whoResignsWhenElectedLeadsNoMoreInThatTerm(int size) {
    RaftGroup group = group(size, "elected");
    group.runFor(2 * TimeText.SECOND);
    assertThat(resigned).isEqualTo(1);
    assertThat(group.wrong).isEmpty();
    assertThat(group.leader()).isNotNull();
    assertThat(group.at(0).term()).isEqualTo(2);
  }

  /** Otherwise the second would hear last that this process leads, and believe it for ever. */
  @Test
  void allListenersHearChangesInTheirOrder() {
    RaftGroup group = group(1, "leads");
    group.runFor(TimeText.SECOND);
    assertThat(told)
        .containsExactly(
            "P0 elected P0",
            "P0 leads P0",
            "P0 led P0",
            "P0 lost P0",
            "P0 elected P0",
            "P0 leads P0");
  }

  /**
   * A leader stands still after it has sent a heartbeat. When it goes on, the lease from before is
   * over; the answers that waited would give it another one.
   */
  @Test
  void whoResignsWhenItsLeaseWasOverDoesNotLeadByALateAnswer() {
    RaftGroup group = group(5, "led");
    assertThat(group.runUntilAgreed(TimeText.SECOND)).isTrue();
    NodeId leader = group.leader();
    assertThat(leader).isNotNull();
    long[] sent = new long[1];
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return NOTES | SENDS;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            sent[0] = message instanceof Raft.Heartbeat ? at : sent[0];
          }
        });
    group.runFor(200 * MILLI);
    long last = sent[0];
    group.simulation.runUntil(() -> sent[0] > last, TimeText.SECOND);
    group.simulation.inject(new Fault.Pause(leader));
    group.simulation.runFor(110 * MILLI);
    for (NodeId other : members(group)) {
      if (!other.equals(leader)) { // It shall not hear of its successor.
        group.simulation.inject(new Fault.Cut(other, leader, false));
      }
    }
    group.simulation.inject(new Fault.Resume(leader));
    assertThat(resigned).isEqualTo(1);
    group.runFor(100 * MILLI);
    assertThat(group.wrong).isEmpty();
  }

  private static List<NodeId> members(RaftGroup group) {
    View view = group.simulation.members();
    List<NodeId> members = new ArrayList<>();
    for (int i = 0; i < view.size(); i++) {
      members.add(view.at(i));
    }
    return members;
  }

  /** Puts what it is told into words, with the leader at their end. */
  private record Ear(NodeId self, Consumer<String> says) implements Election.Listener {
    @Override
    public void elected(NodeId leader, long term) {
      says.accept("elected " + leader);
    }

    @Override
    public void leaderLost(NodeId leader, long term) {
      says.accept("lost " + leader);
    }

    @Override
    public void ledFrom(long term) {
      says.accept("leads " + self);
    }

    @Override
    public void ledUntilNow(long term) {
      says.accept("led " + self);
    }
  }
}
