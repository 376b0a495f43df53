package coterie.sim.explore.local;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.kernel.Kernel;
import coterie.kernel.PendingWrite;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.encode.Encoder;
import coterie.sim.explore.encode.EncodingException;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node that is really there, in two copies whose clocks differ in their origin. It is brought to
 * a state by building it and letting the same happen to it again.
 */
final class LiveNode {
  /**
   * How a step went.
   *
   * @param isPossible whether it can happen at all: a call may be refused
   * @param thrown what the protocol has thrown
   * @param drawn how many random numbers were drawn after the event itself, and after each save
   *     that has become durable at once
   */
  record Step(boolean isPossible, @Nullable String thrown, List<Integer> drawn) {
    static final Step REFUSED = new Step(false, null, List.of());
  }

  private final LocalSpace space;
  private final Plan plan;
  private final RandomChoices random;
  private final NodeDriver first;
  private final NodeDriver shifted;
  private final StateCode code;
  private final ClockUse clock;

  /** The state that the copies are in; null if they are in none that is known. */
  private @Nullable LocalState current;

  LiveNode(LocalSpace space, RandomChoices random, ClockUse clock) {
    this.space = space;
    this.plan = space.plan();
    this.random = random;
    this.clock = clock;
    long shift = clock == ClockUse.SHARED ? 0 : Encoder.SHIFT_NANOS;
    this.first = new NodeDriver(plan, 0, random);
    this.shifted = new NodeDriver(plan, shift, random);
    shifted.witness().mute(true);
    this.code = new StateCode(new Encoder(space.fields(), shift), clock != ClockUse.RELATIVE);
  }

  List<NodeDriver.Sent> sent() {
    return first.sent();
  }

  List<NodeDriver.Sent> shifted() {
    return shifted.sent();
  }

  List<Observation> seen() {
    return first.witness().seen();
  }

  List<Protocol<?>> protocols(int node) {
    return first.kernel().protocols(node);
  }

  long nowNanos() {
    return first.nowNanos();
  }

  /** Returns the names of the channels; none before a node was built. */
  List<String> channels() {
    return first.kernel().channels();
  }

  /** Brings the node to a state in which it is up. */
  void enter(LocalState state) {
    if (current == state) {
      first.clear();
      shifted.clear();
      return;
    }
    ArrayDeque<LocalState> path = new ArrayDeque<>();
    LocalState at = state;
    while (at != null && at.isUp) {
      path.push(at);
      at = Objects.requireNonNull(at.origin).before();
    }
    first.witness().mute(true);
    for (LocalState each : path) {
      LocalState.Origin origin = Objects.requireNonNull(each.origin);
      apply(origin.before(), each.node, origin.event(), origin.draws());
    }
    first.witness().mute(false);
    first.clear();
    shifted.clear();
  }

  /** Lets something happen to the node, which was brought to the state before. */
  Step apply(@Nullable LocalState before, int node, LocalEvent event, long[] draws) {
    current = null;
    random.replay(draws);
    Step step = apply(first, before, node, event);
    long[] drawn = random.drawn();
    random.again();
    Step other = apply(shifted, before, node, event);
    if (!step.equals(other) || drawn.length != random.drawn().length) {
      throw new EncodingException(
          "what %s does depends on the origin of its clock: %s"
              .formatted(plan.members().at(node), event));
    }
    if (first.isWallRead() && clock == ClockUse.RELATIVE) {
      throw new ClockException(ClockUse.ABSOLUTE);
    }
    return step;
  }

  private Step apply(NodeDriver driver, @Nullable LocalState before, int node, LocalEvent event) {
    try {
      act(driver, before, node, event);
      List<Integer> drawn = new ArrayList<>(1);
      drawn.add(random.count());
      while (plan.model().saves() == Plan.Saves.INSTANT && driver.kernel().pending(node) != null) {
        driver.sync(node);
        drawn.add(random.count());
      }
      return new Step(true, null, drawn);
    } catch (ScenarioException e) {
      return Step.REFUSED;
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return new Step(true, text(e), List.of());
    }
  }

  private static String text(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return trace.length == 0 ? thrown.toString() : thrown + " at " + trace[0];
  }

  private void act(NodeDriver driver, @Nullable LocalState before, int node, LocalEvent event) {
    Kernel kernel = driver.kernel();
    switch (event) {
      case LocalEvent.Start any -> driver.begin(node, 1, DiskContent.EMPTY, 0);
      case LocalEvent.Recover any -> {
        LocalState down = Objects.requireNonNull(before);
        driver.begin(node, down.incarnation + 1, down.disk, down.elapsedNanos);
      }
      case LocalEvent.Crash(boolean keeping) -> {
        List<PendingWrite> left = driver.end(node);
        driver.keep(keeping ? left : List.of());
      }
      case LocalEvent.Receive(Packet packet) ->
          kernel.receive(
              node,
              packet.channel,
              Objects.requireNonNull(kernel.protocol(node, packet.channel)),
              plan.members().at(packet.from),
              packet.message);
      case LocalEvent.Expire(int channel, String alarm) -> driver.expire(channel, alarm);
      case LocalEvent.Sync any -> driver.sync(node);
      case LocalEvent.Unreachable(int channel, int target) ->
          kernel.unreachable(node, channel, plan.members().at(target));
      case LocalEvent.Call(String words) -> call(kernel, node, words);
      case LocalEvent.Elapse(long nanos) -> driver.elapse(nanos);
    }
  }

  private static void call(Kernel kernel, int node, String words) {
    List<Protocol<?>> stack = kernel.protocols(node);
    NodeId id = kernel.id(node);
    CallByName.Found found = CallByName.locate(id, stack, words);
    for (Protocol<?> protocol : stack.reversed()) {
      if (found.owner().isInstance(protocol)) {
        kernel.<Object, @Nullable Object>call(node, protocol, words, found.method());
        return;
      }
    }
  }

  /** Returns the state that the node is in by now; null if it is beyond a bound. */
  @Nullable LocalState up(int node, LocalState.Origin origin) {
    byte[] coded = code.of(first, shifted, node);
    if (code.isBeyondBounds()) {
      return null;
    }
    LocalState state =
        space.state(
            coded,
            id ->
                LocalState.up(
                    id,
                    node,
                    LocalSpace.mark(node, id),
                    first,
                    code.pending(),
                    expiring(),
                    leftNanos(),
                    origin));
    current = state;
    return state;
  }

  /** Returns the state of a node that is down. */
  LocalState down(int node, @Nullable String thrown) {
    byte[] coded = code.ofDown(first, shifted, node, thrown);
    if (thrown != null) {
      first.end(node);
      shifted.end(node);
    }
    return space.state(coded, id -> LocalState.down(id, node, LocalSpace.mark(node, id), first));
  }

  /** Of several alarms that are late, all are due now. */
  private long left(NodeDriver.Running one) {
    return Math.max(0, one.deadlineNanos() - first.nowNanos());
  }

  private long leftNanos() {
    long left = Long.MAX_VALUE;
    for (NodeDriver.Running one : first.running()) {
      left = Math.min(left, left(one));
    }
    return left;
  }

  /** Alarms expire in the order of their deadlines; those of one instant in any order. */
  private int[] expiring() {
    long left = leftNanos();
    List<Integer> events = new ArrayList<>();
    for (NodeDriver.Running one : first.running()) {
      if (left(one) == left) {
        events.add(space.number(new LocalEvent.Expire(one.alarm().channel(), one.alarm().name())));
      }
    }
    return events.stream().mapToInt(Integer::intValue).toArray();
  }
}
