package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The contract for nodes that a search drives, and what only a search does. */
class ExploredKernelTest extends KernelContract implements SelfMessageContract {
  @Override
  Engine open() {
    return new ExploredEngine();
  }

  /** A search draws nothing by chance: it chooses, and tries other choices as well. */
  @Test
  @Override
  public void everyLifeDrawsOtherNumbers() {
    ExploredEngine explored = (ExploredEngine) engine();
    engine().start(ONE);
    engine().deliver(0, "draws:8");
    assertThat(engine().probe(0).drawn()).hasSize(8).containsOnly(0L);
    engine().crash();
    engine().start(ONE);
    explored.choose(Probe.BOUND / 2, Probe.BOUND - 1);
    engine().deliver(0, "draws:3");
    assertThat(engine().probe(0).drawn()).containsExactly(Probe.BOUND / 2, Probe.BOUND - 1, 0L);
  }

  /** A search never pauses the kernel: nothing happens to the node, and no clock moves it. */
  @Test
  void pausedNodeIsLeftAlone() {
    engine().start(ONE);
    engine().call("alarm:x:3;save:1");
    engine().pause();
    engine().deliver(0, "note:late");
    requireLog(ONE_STARTED, "called act alarm:x:3;save:1", "handled 0");
  }
}
