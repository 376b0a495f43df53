package coterie.sim.explore.local;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.encode.Encoder;
import coterie.sim.explore.encode.TimeException;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out what a node does: from what is known, or by trying it. Each thread has its own. */
public final class LocalStepper {
  private final LocalSpace space;
  private final Plan plan;
  private final boolean memoises;
  private final KeyedTable<Transition> memo;
  private final RandomChoices random;
  private final LiveNode live;
  private final Encoder encoder;
  private final ClockUse clock;

  public LocalStepper(LocalSpace space, ClockUse clock) {
    this.space = space;
    this.plan = space.plan();
    this.memoises = plan.effort().memoises();
    this.memo = space.memo();
    this.clock = clock;
    this.random = new RandomChoices(plan.model().drawsMax());
    this.live = new LiveNode(space, random, clock);
    this.encoder = new Encoder(space.fields(), clock == ClockUse.SHARED ? 0 : Encoder.SHIFT_NANOS);
  }

  /** Returns how much of the clock is a part of the state. */
  public ClockUse clock() {
    return clock;
  }

  /** Returns the names of the channels, once a node was started. */
  public List<String> channels() {
    return live.channels();
  }

  /** Returns what the first start of a node leads to. */
  public List<Transition> start(int node) {
    return attempt(null, node, new LocalEvent.Start());
  }

  /**
   * Refuses calls of methods that no protocol has. To be called after a start.
   *
   * @throws ScenarioException if there is one; it says which methods there are
   */
  public void requireCalls(int node) {
    for (Plan.Call call : plan.calls()) {
      CallByName.locate(plan.members().at(node), live.protocols(node), call.words());
    }
  }

  /**
   * Returns what that event leads to: one transition for each sequence of random numbers. If it
   * cannot happen, or leads beyond a bound, {@link Transition#isNone} is true.
   */
  public Transition step(LocalState state, int event) {
    long key = Transition.key(state, event);
    if (memoises) {
      Transition known = memo.find(key);
      if (known != null) {
        return known;
      }
    }
    Transition found = chain(key, attempt(state, state.node, space.event(event)));
    return memoises ? memo.add(found) : found;
  }

  private static Transition chain(long key, List<Transition> all) {
    Transition first = null;
    for (Transition each : all.reversed()) {
      first = each.before(first);
    }
    return first == null ? Transition.none(key) : first;
  }

  private List<Transition> attempt(@Nullable LocalState from, int node, LocalEvent event) {
    try {
      return attemptAll(from, node, event);
    } catch (TimeException e) {
      throw new ClockException(ClockUse.SHARED);
    }
  }

  private List<Transition> attemptAll(@Nullable LocalState from, int node, LocalEvent event) {
    space.missed();
    List<Transition> all = new ArrayList<>(1);
    long[] draws = {};
    while (draws != null) {
      Transition one = attempt(from, node, event, draws);
      if (one != null) {
        all.add(one);
      }
      draws = random.next();
    }
    if (random.isSampled()) {
      space.sample();
    }
    return all;
  }

  private @Nullable Transition attempt(
      @Nullable LocalState from, int node, LocalEvent event, long[] draws) {
    if (from != null && from.isUp) {
      live.enter(from);
    }
    LiveNode.Step step = live.apply(from, node, event, draws);
    if (!step.isPossible()) {
      return null;
    }
    long[] drawn = random.drawn();
    LocalState to =
        step.thrown() != null || event instanceof LocalEvent.Crash
            ? live.down(node, step.thrown())
            : live.up(node, new LocalState.Origin(from, event, drawn));
    if (to == null) {
      space.prune();
      return null;
    }
    long key = from == null ? 0 : Transition.key(from, number(event));
    return transition(key, from, to, step, drawn);
  }

  private int number(LocalEvent event) {
    return event instanceof LocalEvent.Receive(Packet packet)
        ? packet.arrival()
        : space.number(event);
  }

  private @Nullable Transition transition(
      long key, @Nullable LocalState from, LocalState to, LiveNode.Step step, long[] drawn) {
    List<NodeDriver.Sent> leaving = live.sent();
    int[] sent = new int[leaving.size()];
    int count = 0;
    int receivers = 0;
    long gain = to.mark - (from == null ? 0 : from.mark);
    for (int i = 0; i < sent.length; i++) {
      Packet packet = packet(to.node, leaving.get(i), live.shifted().get(i));
      if (packet == null) {
        continue; // It goes to somebody outside the group.
      }
      if (encoder.isBeyondBounds()) {
        space.prune();
        return null;
      }
      sent[count++] = packet.id;
      receivers |= 1 << packet.to;
      gain += packet.mark;
    }
    int seen = space.number(observed(to, step));
    return new Transition(
        key,
        null,
        to,
        Arrays.copyOf(sent, count),
        receivers,
        gain,
        seen,
        step.thrown(),
        step.drawn(),
        drawn);
  }

  private @Nullable Packet packet(int from, NodeDriver.Sent sent, NodeDriver.Sent shifted) {
    int to = plan.members().indexOf(sent.to());
    if (to < 0) {
      return null;
    }
    encoder.begin(0);
    encoder.put(from);
    encoder.put(to);
    encoder.put(sent.channel());
    encoder.leaveNode();
    encoder.value(sent.message(), shifted.message(), sent.message().getClass().getSimpleName());
    return space.packet(encoder.code(), from, to, sent.channel(), sent.message());
  }

  private List<Observation> observed(LocalState to, LiveNode.Step step) {
    NodeId node = plan.members().at(to.node);
    List<Observation> seen = new ArrayList<>(live.seen());
    if (step.thrown() != null) {
      seen.add(new Observation.Threw(node, step.thrown()));
    } else if (!to.isUp) {
      seen.add(new Observation.Ended(node));
    } else {
      List<Protocol<?>> protocols = live.protocols(to.node);
      for (Monitor<?> monitor : plan.monitors()) {
        Record fact = monitor.look(node, protocols);
        if (fact != null) {
          seen.add(new Observation.Looked(node, fact));
        }
      }
    }
    return seen;
  }
}
