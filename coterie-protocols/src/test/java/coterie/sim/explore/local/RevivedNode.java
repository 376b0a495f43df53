package coterie.sim.explore.local;

import coterie.core.Protocol;
import java.util.List;

/** A node that a search has found, brought to life again. */
public final class RevivedNode {
  private final LiveNode live;
  private final LocalSpace space;

  public RevivedNode(LocalSpace space, ClockUse clock) {
    this.space = space;
    this.live = new LiveNode(space, new RandomChoices(4), clock);
  }

  /** Returns the protocols in that state, in which the node is up. */
  public List<Protocol<?>> protocols(LocalState state) {
    live.enter(state);
    return live.protocols(state.node);
  }

  /** Returns what the clock shows in the state that was asked for last. */
  public long nowNanos() {
    return live.nowNanos();
  }

  public LocalSpace space() {
    return space;
  }
}
