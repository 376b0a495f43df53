package coterie.cli.live;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.net.Passage;
import coterie.sim.Network;
import coterie.sim.Setup;
import coterie.sim.Witness.Drop;
import coterie.sim.fault.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies between the sockets of a run: the faults of the simulator's network, drawn from the
 * same seed. Whoever sends asks it before the packet goes out.
 */
final class Links implements Passage {
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
  private final boolean[] deaf;
  private final boolean[] mute;
  private final long[] lagNanos;

  Links(View members, Setup setup, Fate fate) {
    this.members = members;
    this.fate = fate;
    this.network = new Network(setup.seed(), members.size(), setup.latency());
    this.deaf = new boolean[members.size()];
    this.mute = new boolean[members.size()];
    this.lagNanos = new long[members.size()];
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
    return network.firstNanos() + lagNanos[receiver];
  }

  @Override
  public long againNanos(NodeId from, NodeId to) {
    long again = network.secondNanos();
    if (again == Network.NEVER) {
      return LOST;
    }
    fate.doubled(from, to);
    return again + lagNanos[members.indexOf(to)];
  }

  /** Whether a refusal would find its way back. */
  @Override
  public boolean isOpen(NodeId from, NodeId to) {
    int sender = members.indexOf(from);
    int receiver = members.indexOf(to);
    return barrier(sender, receiver) == null && barrier(receiver, sender) == null;
  }

  long lagNanos(int node) {
    return lagNanos[node];
  }

  private @Nullable Drop barrier(int sender, int receiver) {
    if (mute[sender]) {
      return Drop.MUTE;
    }
    return deaf[receiver] ? Drop.DEAF : network.barrier(sender, receiver);
  }

  /** Takes what concerns the network, and leaves the rest. */
  void apply(Fault fault) {
    switch (fault) {
      case Fault.Cut cut -> cut(cut.from(), cut.to(), cut.bothWays());
      case Fault.Heal heal -> heal(heal.from(), heal.to(), heal.bothWays());
      case Fault.HealAll all -> healAll();
      case Fault.Partition partition -> network.partition(numbers(partition.groups()));
      case Fault.SendOnly sendOnly -> deaf[members.indexOf(sendOnly.node())] = true;
      case Fault.ReceiveOnly only -> mute[members.indexOf(only.node())] = true;
      case Fault.Slow slow -> lagNanos[members.indexOf(slow.node())] = slow.byNanos();
      case Fault.Loss loss -> network.loss(loss.probability());
      case Fault.Duplication doubling -> network.duplication(doubling.probability());
      case Fault.Reordering order -> network.reordering(order.probability(), order.byNanos());
      case Fault.Delay delay -> network.latency(delay.latency());
      default -> {}
    }
  }

  private void cut(NodeId from, NodeId to, boolean bothWays) {
    network.cut(members.indexOf(from), members.indexOf(to));
    if (bothWays) {
      network.cut(members.indexOf(to), members.indexOf(from));
    }
  }

  private void heal(NodeId from, NodeId to, boolean bothWays) {
    network.heal(members.indexOf(from), members.indexOf(to));
    if (bothWays) {
      network.heal(members.indexOf(to), members.indexOf(from));
    }
  }

  private void healAll() {
    network.healAll();
    for (int i = 0; i < deaf.length; i++) {
      deaf[i] = false;
      mute[i] = false;
    }
  }

  /** A number for every node; those that no group names share number 0. */
  private int[] numbers(List<List<NodeId>> groups) {
    int[] numbers = new int[members.size()];
    for (int number = 0; number < groups.size(); number++) {
      for (NodeId member : groups.get(number)) {
        numbers[members.indexOf(member)] = number + 1;
      }
    }
    return numbers;
  }
}
