package coterie.mutex.lease;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.Fence;
import coterie.mutex.Mutex;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Three voters, two more clients, and an invoice that nobody must write while another does. */
class LeaseExampleTest {
  /** Something outside the group that holders write to. */
  static final class Invoice {
    private final Fence fence = new Fence();
    private final List<String> lines = new ArrayList<>();

    boolean write(long token, String line) {
      if (!fence.accepts(token)) {
        return false;
      }
      lines.add(line);
      return true;
    }
  }

  private final View voters = View.numbered(0, 3);
  private final View members = View.numbered(0, 5);
  private final Invoice invoice = new Invoice();
  private final List<String> events = new ArrayList<>();

  private final Blueprint blueprint =
      node -> {
        Raft raft = null;
        if (voters.indexOf(node.self()) >= 0) {
          raft = node.add("raft", Raft.Msg.class, c -> new Raft(c, voters, RaftConfig.service()));
        } else {
          node.add("raft", Raft.Msg.class, LeaseRecipe.Bystander::new);
        }
        Raft election = raft;
        node.add(
            "locks",
            LeaseLock.Msg.class,
            c -> new LeaseLock(c, members, voters, election, LeaseConfig.service()));
      };

  private void write(LeaseLock locks, String line) {
    Mutex lock = locks.lock("invoice-7");
    lock.acquire(
        5 * TimeText.SECOND,
        new Mutex.Waiter() {
          @Override
          public void entered(long token) {
            invoice.write(token, line);
            lock.release();
          }

          @Override
          public void gaveUp() {
            events.add("nobody let " + line + " in for five seconds");
          }
        });
  }

  @Test
  void oneWritesAfterTheOther() {
    Setup setup = Setup.standard().withLatency(Latency.parse("uniform:1ms,5ms"));
    Simulation simulation = new Simulation(members, blueprint, setup);
    simulation.runUntil(5 * TimeText.SECOND);
    call(simulation, 3, locks -> write(locks, "three"));
    simulation.runFor(TimeText.SECOND);
    call(simulation, 4, locks -> write(locks, "four"));
    call(simulation, 0, locks -> write(locks, "zero"));
    simulation.runFor(10 * TimeText.SECOND);
    assertThat(invoice.lines).containsExactlyInAnyOrder("three", "four", "zero");
    assertThat(invoice.lines.getFirst()).isEqualTo("three");
    simulation.inject(Fault.Partition.of(List.of(List.of(new NodeId(4)))));
    call(simulation, 4, locks -> write(locks, "four"));
    simulation.runFor(10 * TimeText.SECOND);
    assertThat(events).containsExactly("nobody let four in for five seconds");
  }

  private static void call(Simulation simulation, long node, Consumer<LeaseLock> method) {
    simulation.call(
        new NodeId(node),
        LeaseLock.class,
        "write",
        locks -> {
          method.accept(locks);
          return null;
        });
  }
}
