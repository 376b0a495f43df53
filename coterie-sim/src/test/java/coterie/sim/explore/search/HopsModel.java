package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** {@link Hops} written once more, as plain values, and a plain enumeration of all its states. */
final class HopsModel {
  /**
   * A node.
   *
   * @param pending what is not durable, with whether a message waits behind it
   */
  record Node(
      boolean up, int incarnation, int highest, int alarms, int durable, List<Integer> pending) {}

  record Packet(int from, int to, int number) {}

  record State(
      List<Node> nodes,
      List<Packet> packets,
      Plan.Faults left,
      boolean called,
      int paused,
      Set<Integer> cut) {}

  private final Plan plan;
  private final int size;
  private long transitions;

  HopsModel(Plan plan) {
    this.plan = plan;
    this.size = plan.members().size();
  }

  long transitions() {
    return transitions;
  }

  /** Returns how many states there are. */
  int count() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      nodes.add(new Node(true, 1, 0, 0, 0, List.of()));
    }
    State first = new State(nodes, List.of(), plan.faults(), plan.calls().isEmpty(), 0, Set.of());
    Set<State> seen = new HashSet<>(Set.of(first));
    List<State> level = List.of(first);
    for (int depth = 0; depth < plan.bounds().depth() && !level.isEmpty(); depth++) {
      List<State> next = new ArrayList<>();
      for (State state : level) {
        successors(
            state,
            found -> {
              transitions++;
              if (seen.add(found)) {
                next.add(found);
              }
            });
      }
      level = next;
    }
    return seen.size();
  }

  private void successors(State at, Consumer<State> out) {
    List<Packet> distinct = new ArrayList<>(new HashSet<>(at.packets));
    for (Packet packet : distinct) {
      if (plan.model().order() != Plan.Order.FIFO || isOldest(at, packet)) {
        deliver(at, packet, out);
      }
    }
    for (int i = 0; i < size; i++) {
      Node node = at.nodes.get(i);
      if (node.up && (at.paused >> i & 1) == 0) {
        step(at, i, node, out);
      }
    }
    faults(at, distinct, out);
  }

  private static boolean isOldest(State at, Packet packet) {
    return at.packets.stream()
        .filter(each -> each.from == packet.from && each.to == packet.to)
        .findFirst()
        .orElseThrow()
        .equals(packet);
  }

  private void deliver(State at, Packet packet, Consumer<State> out) {
    Node node = at.nodes.get(packet.to);
    boolean isSet = plan.model().order() == Plan.Order.SET;
    State rest = isSet ? at : without(at, packet);
    if (!node.up) {
      if (!isSet) {
        out.accept(rest);
      }
      return;
    }
    if ((at.paused >> packet.to & 1) != 0) {
      return;
    }
    if (packet.number <= node.highest) {
      out.accept(rest);
      return;
    }
    boolean isLater = plan.model().saves() == Plan.Saves.LATER;
    List<Integer> pending = new ArrayList<>(node.pending);
    if (isLater) {
      pending.add(packet.number);
    }
    int durable = isLater ? node.durable : packet.number;
    Node changed =
        new Node(true, node.incarnation, packet.number, node.alarms, durable, List.copyOf(pending));
    State next = with(rest, packet.to, changed);
    out.accept(isLater ? next : reached(next, packet.to, packet.number));
  }

  /** What was held back comes out. */
  private State reached(State at, int node, int number) {
    return number < Hops.HOPS_MAX ? send(at, node, number + 1) : at;
  }

  private void step(State at, int i, Node node, Consumer<State> out) {
    boolean isFree =
        plan.model().timing() == Plan.Timing.ANY
            || at.packets.stream().noneMatch(packet -> packet.to == i);
    if (node.alarms < Hops.ALARMS_MAX && isFree) {
      Node changed =
          new Node(
              true, node.incarnation, node.highest, node.alarms + 1, node.durable, node.pending);
      State next = with(at, i, changed);
      // A message behind a save that is not durable waits for it; the model is never asked so.
      out.accept(send(next, i, 1));
    }
    if (!node.pending.isEmpty()) {
      int number = node.pending.getFirst();
      List<Integer> rest = node.pending.subList(1, node.pending.size());
      Node changed =
          new Node(true, node.incarnation, node.highest, node.alarms, number, List.copyOf(rest));
      out.accept(reached(with(at, i, changed), i, number));
    }
    if (!at.called) {
      State next = new State(at.nodes, at.packets, at.left, true, at.paused, at.cut);
      out.accept(next);
      Node changed =
          new Node(true, node.incarnation, Hops.HOPS_MAX, node.alarms, node.durable, node.pending);
      out.accept(with(next, i, changed));
    }
  }

  private void faults(State at, List<Packet> distinct, Consumer<State> out) {
    Plan.Faults left = at.left;
    for (int i = 0; i < size; i++) {
      Node node = at.nodes.get(i);
      if (node.up && left.crashes() > 0) {
        State next = spend(at, 1, 0, 0, 0);
        next = paused(next, next.paused & ~(1 << i));
        out.accept(with(next, i, down(node, node.durable)));
        if (!node.pending.isEmpty()) {
          out.accept(with(next, i, down(node, node.pending.getLast())));
        }
      } else if (!node.up && left.recoveries() > 0) {
        Node again = new Node(true, node.incarnation + 1, node.durable, 0, node.durable, List.of());
        int to = i;
        State next = with(spend(at, 0, 1, 0, 0), i, again);
        List<Packet> kept = next.packets.stream().filter(each -> each.to != to).toList();
        out.accept(new State(next.nodes, kept, next.left, next.called, next.paused, next.cut));
      }
      if (node.up && left.pauses() > 0 && (at.paused >> i & 1) == 0) {
        Plan.Faults spent =
            new Plan.Faults(
                left.crashes(),
                left.recoveries(),
                left.losses(),
                left.duplicates(),
                left.cuts(),
                left.pauses() - 1);
        out.accept(new State(at.nodes, at.packets, spent, at.called, at.paused | 1 << i, at.cut));
      }
      if (node.up && (at.paused >> i & 1) != 0) {
        out.accept(paused(at, at.paused & ~(1 << i)));
      }
    }
    for (Packet packet : distinct) {
      if (plan.model().order() == Plan.Order.MULTISET && left.losses() > 0) {
        out.accept(without(spend(at, 0, 0, 1, 0), packet));
      }
      if (plan.model().order() == Plan.Order.MULTISET && left.duplicates() > 0) {
        out.accept(add(spend(at, 0, 0, 0, 1), packet));
      }
    }
  }

  private static Node down(Node node, int durable) {
    return new Node(false, node.incarnation, 0, 0, durable, List.of());
  }

  private static State paused(State at, int paused) {
    return new State(at.nodes, at.packets, at.left, at.called, paused, at.cut);
  }

  private static State spend(State at, int crash, int recovery, int loss, int duplicate) {
    Plan.Faults left = at.left;
    return new State(
        at.nodes,
        at.packets,
        new Plan.Faults(
            left.crashes() - crash,
            left.recoveries() - recovery,
            left.losses() - loss,
            left.duplicates() - duplicate,
            left.cuts(),
            left.pauses()),
        at.called,
        at.paused,
        at.cut);
  }

  private State send(State at, int from, int number) {
    return add(at, new Packet(from, (from + 1) % size, number));
  }

  private State add(State at, Packet packet) {
    List<Packet> packets = new ArrayList<>(at.packets);
    if (plan.model().order() == Plan.Order.SET && packets.contains(packet)) {
      return at;
    }
    packets.add(packet);
    if (plan.model().order() != Plan.Order.FIFO) {
      packets.sort((a, b) -> Integer.compare(a.from * 100 + a.number, b.from * 100 + b.number));
    } else {
      packets.sort((a, b) -> Integer.compare(a.from, b.from));
    }
    return new State(at.nodes, List.copyOf(packets), at.left, at.called, at.paused, at.cut);
  }

  private static State without(State at, Packet packet) {
    List<Packet> packets = new ArrayList<>(at.packets);
    packets.remove(packet);
    return new State(at.nodes, List.copyOf(packets), at.left, at.called, at.paused, at.cut);
  }

  private static State with(State at, int i, Node node) {
    List<Node> nodes = new ArrayList<>(at.nodes);
    nodes.set(i, node);
    return new State(List.copyOf(nodes), at.packets, at.left, at.called, at.paused, at.cut);
  }
}
