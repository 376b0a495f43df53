package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import org.junit.jupiter.api.Test;

/** The contract in virtual time, and what only the simulator promises. */
class SimulatedKernelTest extends KernelContract {
  @Override
  Engine open() {
    return new SimulatedEngine();
  }

  /** A scenario that names a node which it does not have is a mistake. */
  @Test
  void messageToAnUnknownNodeThrows() {
    engine().start(ONE);
    assertThatThrownBy(() -> engine().call("lost:x")).hasMessageContaining("P99");
  }

  /** A script cannot wait. */
  @Test
  void callOfAPausedNodeIsRefused() {
    engine().start(ONE);
    engine().pause();
    assertThatThrownBy(() -> engine().call("note:x")).hasMessageContaining("P1 is paused");
  }

  /** Sockets would drop it: a protocol must live with both. */
  @Test
  void messageOfAnEarlierLifeOfTheSenderArrives() {
    engine().start(ONE);
    engine().post(0, "note:late");
    engine().crashPeer();
    requireLog(ONE_STARTED, "received 0 note:late", "noted 0 late", "handled 0");
  }

  /** On the instant network; elsewhere it is still under way when the other node starts. */
  @Test
  void messageOfAStartMeetsNobodyThatStartsLater() {
    Engine.Log log = new Engine.Log(Probe.PEER);
    Simulation instant =
        new Simulation(
            View.numbered(1, 2),
            node -> node.add("a", Probe.Msg.class, Probe.Eager::new),
            Setup.standard());
    instant.watch(log);
    instant.runFor(1_000_000);
    assertThat(log.lines).containsExactly("added a", "sent 0 early", "handled 0", "started");
  }
}
