package coterie.elect.raft;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job that only the leader does, writing to a table that checks the fencing token. */
class FencedExampleTest {
  /** The job sends nothing. */
  record Tick() implements Message {}

  /** Something outside the group that leaders write to. */
  static final class Table {
    private final List<NodeId> writes = new ArrayList<>();
    private long greatest;
    private int refused;

    /** Accepts no token after a greater one, whatever a late leader believes. */
    void write(long token, NodeId by) {
      if (token < greatest) {
        refused++;
        return;
      }
      greatest = token;
      writes.add(by);
    }
  }

  /** Writes every tenth of a second, if this process leads. */
  static final class Job implements Protocol<Tick> {
    private final Context<Tick> context;
    private final Election election;
    private final Table table;
    private final Alarm again;

    Job(Context<Tick> context, Election election, Table table) {
      this.context = context;
      this.election = election;
      this.table = table;
      this.again = context.alarm("again", this::work);
    }

    @Override
    public void start() {
      work();
    }

    private void work() {
      if (election.leads()) {
        table.write(election.term(), context.self());
      }
      again.start(TimeText.SECOND / 10);
    }

    @Override
    public void receive(NodeId from, Tick message) {}
  }

  @Test
  void oneWritesAtATimeAndAnotherTakesOver() {
    View voters = View.numbered(0, 3);
    Table table = new Table();
    Blueprint blueprint =
        node -> {
          Raft raft =
              node.add("raft", Raft.Msg.class, c -> new Raft(c, voters, RaftConfig.service()));
          node.add("job", Tick.class, c -> new Job(c, raft, table));
        };
    Setup setup = Setup.standard().withLatency(Latency.parse("uniform:1ms,5ms"));
    Simulation simulation = new Simulation(voters, blueprint, setup);
    simulation.runUntil(10 * TimeText.SECOND);
    NodeId first = table.writes.getLast();
    assertThat(table.writes).hasSizeGreaterThan(60).containsOnly(first);
    simulation.inject(Fault.Partition.of(List.of(List.of(first))));
    simulation.runUntil(20 * TimeText.SECOND);
    NodeId second = table.writes.getLast();
    assertThat(second).isNotEqualTo(first);
    assertThat(table.writes.lastIndexOf(first)).isLessThan(table.writes.indexOf(second));
    assertThat(table.refused).isZero();
    table.write(1, first);
    assertThat(table.refused).isEqualTo(1);
  }
}
