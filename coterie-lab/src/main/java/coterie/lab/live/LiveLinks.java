package coterie.lab.live;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.net.LinkFaults;
import coterie.sim.Conditions;
import coterie.sim.FaultApplier;
import coterie.sim.Network;
import coterie.sim.NodeClocks;
import coterie.sim.Setup;
import coterie.sim.StageWitness.Drop;
import org.jspecify.annotations.Nullable;

/**
 * What lies between the sockets of a run: the faults of the simulator's network, drawn from the
 * same seed. A sender asks it before the packet goes out.
 */
final class LiveLinks implements LinkFaults {
  /** Is told what becomes of the packet that is just being sent. */
  interface Fate {
    /** It goes no further. */
    void dropped(NodeId from, NodeId to, Drop why);

    /** A second copy goes with it. */
    void doubled(NodeId from, NodeId to);
  }

  private final View members;
  private final Fate fate;
  private final Network network;
  private final Conditions conditions;

  LiveLinks(View members, Setup setup, Fate fate) {
    this.members = members;
    this.fate = fate;
    this.network = new Network(setup.seed(), members.size(), setup.latency());
    this.conditions = new Conditions(members.size());
  }

  /** Returns what lets faults happen to these links, and to those clocks. */
  FaultApplier applier(NodeClocks clocks) {
    return new FaultApplier(members, network, conditions, clocks);
  }

  @Override
  public long delayNanos(NodeId from, NodeId to) {
    int sender = members.indexOf(from);
    int receiver = members.indexOf(to);
    if (receiver < 0) {
      return 0; // Nobody's; the host drops it.
    }
    network.draw(sender, receiver);
    Drop why = barrier(sender, receiver);
    if (why == null && network.isLost()) {
      why = Drop.LOST;
    }
    if (why != null) {
      fate.dropped(from, to, why);
      return LOST;
    }
    return network.firstNanos() + conditions.slowNanos(receiver);
  }

  @Override
  public long againNanos(NodeId from, NodeId to) {
    long again = network.secondNanos();
    if (again == Network.NEVER) {
      return LOST;
    }
    fate.doubled(from, to);
    return again + conditions.slowNanos(members.indexOf(to));
  }

  /** Whether a refusal would find its way back. */
  @Override
  public boolean isOpen(NodeId from, NodeId to) {
    int sender = members.indexOf(from);
    int receiver = members.indexOf(to);
    return barrier(sender, receiver) == null && barrier(receiver, sender) == null;
  }

  long lagNanos(int node) {
    return conditions.slowNanos(node);
  }

  private @Nullable Drop barrier(int sender, int receiver) {
    if (conditions.isMute(sender)) {
      return Drop.MUTE;
    }
    return conditions.isDeaf(receiver) ? Drop.DEAF : network.barrier(sender, receiver);
  }
}
