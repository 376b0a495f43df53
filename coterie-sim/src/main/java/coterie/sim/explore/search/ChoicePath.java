package coterie.sim.explore.search;

import coterie.core.NodeId;
import coterie.sim.explore.Plan;
import coterie.sim.explore.local.LocalEvent;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.Packet;
import coterie.sim.explore.local.Transition;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.MessageName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A path in the words of schedules. It keeps track of what is in flight, since a message is named
 * by its looks, and by its number among those that look alike.
 */
final class ChoicePath {
  private final LocalSpace space;
  private final Plan plan;
  private final List<String> channels;
  private final Links links;
  private final List<Long> cuts;
  private final List<Packet> flights = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();

  private int starts;

  /** How far the clock of each node has got. */
  private final long[] times;

  ChoicePath(LocalSpace space, List<String> channels) {
    this.space = space;
    this.plan = space.plan();
    this.channels = channels;
    this.links = new Links(plan.members().size());
    this.cuts = links.cuts();
    this.times = new long[plan.members().size()];
  }

  List<Choice> choices() {
    return List.copyOf(choices);
  }

  private NodeId id(int node) {
    return plan.members().at(node);
  }

  /**
   * A node has started for the first time. All starts come before anything else, also before what
   * the first nodes have saved is durable: so schedules have it, and nodes do not notice.
   */
  void start(int node, Transition first) {
    choices.add(starts++, new Choice.Start(id(node), first.draws(0)));
    follow(node, first, 0);
  }

  /**
   * Appends what is happening.
   *
   * @param cut the links that are cut
   * @param leftNanos how long it is to the next alarm of the node
   */
  void add(Successor happening, long cut, long leftNanos) {
    int node = happening.subject();
    Transition step = happening.transition();
    List<Long> draws = step == null ? List.of() : step.draws(0);
    switch (happening.deed()) {
      case DELIVER -> timed(happening, new Choice.Deliver(take(happening.packet()), draws));
      case LAPSE -> choices.add(new Choice.Deliver(take(happening.packet())));
      case HINT -> {
        Packet packet = space.packet(happening.packet());
        choices.add(new Choice.Deliver(take(packet.id)));
        choices.add(new Choice.Unreachable(id(packet.from), id(packet.to), draws));
      }
      case EXPIRE -> {
        timed(happening, new Choice.Expire(id(node), alarm(happening.event()), draws));
        times[node] += Math.max(0, leftNanos - happening.idleNanos());
      }
      case SYNC -> timed(happening, new Choice.Durable(id(node), draws));
      case CALL -> timed(happening, call(node, happening.event(), draws));
      case CRASH -> {
        LocalEvent.Crash crash = (LocalEvent.Crash) space.event(happening.event());
        inject(new Fault.Crash(id(node), crash.keeping()), draws);
      }
      case RECOVER -> {
        flights.removeIf(flight -> flight.to == node);
        inject(new Fault.Recover(id(node)), draws);
      }
      case LOSE -> choices.add(new Choice.Drop(take(happening.packet())));
      case DUPLICATE -> {
        choices.add(new Choice.Duplicate(name(happening.packet())));
        flights.add(space.packet(happening.packet()));
      }
      case CUT -> cut(cuts.get(node));
      case HEAL -> inject(new Fault.HealAll(), draws);
      case PAUSE -> inject(new Fault.Pause(id(node)), draws);
      case RESUME -> inject(new Fault.Resume(id(node)), draws);
    }
    if (step != null) {
      follow(node, step, cut);
    }
  }

  /** Adds an event of a node, whose clock may go on before. */
  private void timed(Successor happening, Choice choice) {
    int node = happening.subject();
    boolean isIdle = plan.bounds().deviations() >= 0 && happening.idleNanos() > 0;
    if (isIdle) {
      times[node] += happening.idleNanos();
    }
    choices.add(isIdle ? new Choice.At(times[node], choice) : choice);
  }

  private void inject(Fault fault, List<Long> draws) {
    choices.add(new Choice.Inject(fault, draws));
  }

  /** What the step has sent is in flight, and what it has saved is durable, if that is at once. */
  private void follow(int node, Transition step, long cut) {
    for (int i = 1; i <= step.syncs(); i++) {
      choices.add(new Choice.Durable(id(node), step.draws(i)));
    }
    for (int sent : step.sent) {
      Packet packet = space.packet(sent);
      if (packet.from == packet.to || (cut & links.bit(packet.from, packet.to)) == 0) {
        flights.add(packet);
      }
    }
  }

  private MessageName take(int packet) {
    MessageName name = name(packet);
    flights.remove(space.packet(packet)); // The oldest: packets are one object if they are equal.
    return name;
  }

  private MessageName name(int id) {
    Packet packet = space.packet(id);
    MessageName name = MessageName.of(id(packet.from), id(packet.to), packet.message);
    int number = 1;
    for (Packet flight : flights) {
      if (flight == packet) {
        break;
      }
      boolean fits =
          name.fits(id(flight.from), id(flight.to), channels.get(flight.channel), flight.message);
      number += fits ? 1 : 0;
    }
    return name.numbered(number);
  }

  private String alarm(int event) {
    LocalEvent.Expire expiry = (LocalEvent.Expire) space.event(event);
    return space.isShared(expiry.alarm())
        ? channels.get(expiry.channel()) + ":" + expiry.alarm()
        : expiry.alarm();
  }

  private Choice call(int node, int event, List<Long> draws) {
    LocalEvent.Call call = (LocalEvent.Call) space.event(event);
    List<String> words = Arrays.asList(call.words().split(" ", -1));
    return new Choice.Call(id(node), words.getFirst(), words.subList(1, words.size()), draws);
  }

  private void cut(long bits) {
    for (int a = 0; a < plan.members().size(); a++) {
      for (int b = a + 1; b < plan.members().size(); b++) {
        if ((bits & links.bit(a, b)) != 0) {
          inject(new Fault.Cut(id(a), id(b), true), List.of());
        }
      }
    }
  }
}
