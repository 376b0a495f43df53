package coterie.clock;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.clock.Causality;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A simulated group with four clocks each, its network and its bad luck, all drawn from one seed.
 * What happened before what is known from the names of the events: the sending "s7" happened before
 * the receipt "r7", and what a process noted earlier before what it notes later.
 */
final class ClockStorm implements StageWitness {
  private static final long MILLI = TimeText.SECOND / 1000;
  private static final long DRIFT_MAX = 400;

  /** What all clocks said of one event. */
  static final class Event {
    final String name;
    long physical;
    long lamport;
    long hybrid;
    VectorClock vector = VectorClock.none();

    /** The highest wall clock that anybody has noted up to this event. */
    long wallMax;

    Event(String name) {
      this.name = name;
    }
  }

  private final SplittableRandom random;
  private final Simulation simulation;
  private final int size;
  private final Map<String, Integer> numbers = new HashMap<>();
  final HappenedBefore truth;
  final Causality judge;
  final List<Event> events = new ArrayList<>();
  final List<Note> refused = new ArrayList<>();
  int future;
  int crashes;
  private long wallMax;
  private int sends;

  ClockStorm(long seed) {
    random = new SplittableRandom(seed);
    size = 2 + random.nextInt(4);
    truth = new HappenedBefore(size);
    ClocksRecipe recipe = new ClocksRecipe();
    Settings settings =
        new Settings(recipe.settings(), Map.of("mean", "0", "drift", DRIFT_MAX + "ms"));
    View members = View.numbered(0, size);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse(random.nextBoolean() ? "uniform:1ms,30ms" : "instant"))
            .withSyncNanos(random.nextInt(3) * MILLI)
            .withConditions(conditions());
    simulation = new Simulation(members, recipe.blueprint(members, settings), setup);
    simulation.watch(this);
    judge = new Causality(simulation);
  }

  private List<Fault> conditions() {
    List<Fault> conditions = new ArrayList<>();
    long apart = random.nextBoolean() ? 10 : 600;
    for (int i = 0; i < size; i++) {
      conditions.add(new Fault.ClockDrift(id(i), random.nextInt(40_001) - 20_000));
      conditions.add(new Fault.ClockOffset(id(i), random.nextLong(apart) * MILLI));
    }
    conditions.add(new Fault.Loss(random.nextInt(3) * 0.1));
    conditions.add(new Fault.Duplication(random.nextInt(3) * 0.1));
    conditions.add(new Fault.Reordering(random.nextInt(3) * 0.1, 50 * MILLI));
    return conditions;
  }

  private static NodeId id(long number) {
    return new NodeId(number);
  }

  ClockStorm blow(int steps) {
    for (int i = 0; i < steps; i++) {
      simulation.runFor(random.nextLong(8 * MILLI));
      step(id(random.nextInt(size)));
    }
    simulation.runFor(200 * MILLI);
    return this;
  }

  private void step(NodeId node) {
    if (!simulation.isUp(node)) {
      simulation.inject(new Fault.Recover(node));
      return;
    }
    switch (random.nextInt(20)) {
      case 0 -> {
        crashes++;
        simulation.inject(new Fault.Crash(node));
      }
      case 1 -> simulation.inject(new Fault.ClockOffset(node, random.nextLong(-50, 50) * MILLI));
      case 2, 3, 4, 5 -> call(node, "local", clocks -> clocks.local("l" + sends++));
      default -> send(node);
    }
  }

  private void send(NodeId node) {
    NodeId to = id((node.value() + 1 + random.nextInt(size - 1)) % size);
    int number = sends++;
    call(node, "send", clocks -> clocks.send(to, "s" + number, "r" + number));
  }

  private void call(NodeId node, String what, Consumer<Clocks> method) {
    simulation.start();
    simulation.call(
        node,
        Clocks.class,
        what,
        clocks -> {
          method.accept(clocks);
          return null;
        });
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Stamped(String clock, String name, var stamp) when clock.equals(Note.PHYSICAL) -> {
        begin((int) node.value(), name);
        wallMax = Math.max(wallMax, stamp.time());
        events.getLast().physical = stamp.time();
        events.getLast().wallMax = wallMax;
      }
      case Note.Stamped(String clock, String name, var stamp) when clock.equals(Clocks.LAMPORT) ->
          events.getLast().lamport = stamp.time();
      case Note.Stamped(String clock, String name, var stamp) ->
          events.getLast().hybrid = stamp.time();
      case Note.Versioned(String clock, String name, var version) ->
          events.getLast().vector = VectorClock.of(version);
      case Clocks.FromTheFuture early -> future++;
      default -> refused.add(note);
    }
  }

  private int number(String sending) {
    Integer number = numbers.get(sending);
    if (number == null) {
      throw new IllegalStateException(sending + " was received and never noted");
    }
    return number;
  }

  private void begin(int process, String name) {
    boolean isReceipt = name.startsWith("r");
    int sending = isReceipt ? number("s" + name.substring(1)) : HappenedBefore.NOTHING;
    if (numbers.put(name, truth.add(process, sending)) != null) {
      throw new IllegalStateException("two events are called " + name);
    }
    events.add(new Event(name));
  }
}
