package coterie.sim.manual;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.kernel.Kernel;
import coterie.kernel.PendingWrite;
import coterie.sim.FaultApplier;
import coterie.sim.StageWitness.Drop;
import coterie.sim.Whereabouts;
import coterie.sim.Whereabouts.Doing;
import coterie.sim.fault.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Does what was chosen. What cannot happen is refused before anything has changed. */
final class ChosenEvents {
  private static final int NOBODY = -1;

  /**
   * What is about to happen.
   *
   * @param node whose clock it happens by
   * @param notBefore the time of that node at which it can happen
   */
  record Deed(int node, long notBefore, Runnable action) {}

  private final ManualStage stage;
  private final ManualDriver driver;
  private final Kernel kernel;
  private final Outlook outlook;
  private final boolean refusing;
  private final ManualStage.Caller caller;
  private final FaultApplier.Processes processes = new Processes();

  ChosenEvents(
      ManualStage stage,
      ManualDriver driver,
      Outlook outlook,
      boolean refusing,
      ManualStage.Caller caller) {
    this.stage = stage;
    this.driver = driver;
    this.kernel = driver.kernel;
    this.outlook = outlook;
    this.refusing = refusing;
    this.caller = caller;
  }

  /** Lets it happen at its time, and returns it with what was drawn. */
  Choice apply(Choice choice, Deed deed) {
    long earliest = deed.notBefore;
    if (choice instanceof Choice.At at) {
      long reached = deed.node == NOBODY ? driver.now() : earliest;
      if (at.atNanos() < reached) {
        throw new IllegalArgumentException(
            "at %s it is too late for this; it can happen from %s on"
                .formatted(TimeText.format(at.atNanos()), TimeText.format(reached)));
      }
      earliest = at.atNanos();
    }
    if (deed.node == NOBODY) {
      driver.passTo(earliest);
    } else {
      driver.passTo(deed.node, earliest);
    }
    stage.counted();
    driver.give(choice.draws());
    deed.action.run();
    return choice.drawing(driver.drawn());
  }

  Deed of(Choice choice) {
    return switch (choice.event()) {
      case Choice.Deliver(MessageName name, List<Long> draws) -> deliver(outlook.find(name));
      case Choice.Drop(MessageName name) -> drop(between(outlook.find(name), "drop"));
      case Choice.Duplicate(MessageName name) -> {
        InFlight flight = between(outlook.find(name), "duplicate");
        yield deed(NOBODY, () -> driver.flights.add(flight));
      }
      case Choice.Unreachable(NodeId node, NodeId target, List<Long> draws) ->
          tell(outlook.find(index(node), index(target)));
      case Choice.Expire(NodeId node, String alarm, List<Long> draws) -> expire(index(node), alarm);
      case Choice.Durable(NodeId node, List<Long> draws) -> sync(index(node));
      case Choice.Call call -> {
        outlook.requireAwake(index(call.node()), "a call");
        yield deed(index(call.node()), () -> caller.call(stage, call));
      }
      case Choice.Inject(Fault fault, List<Long> draws) -> deed(fault);
      case Choice.Say(String sentence) -> deed(NOBODY, () -> stage.say(sentence));
      case Choice.Start start ->
          throw new IllegalArgumentException(
              "%s has started already; start comes before all other events"
                  .formatted(start.node()));
      case Choice.At at -> throw new IllegalStateException("an event has one time");
    };
  }

  private Deed deed(int node, Runnable action) {
    return new Deed(node, node == NOBODY ? 0 : driver.time(node), action);
  }

  private int index(NodeId node) {
    return driver.hosts.index(node);
  }

  // ---- starts

  Deed start(Choice.Start choice, boolean[] started) {
    int node = index(choice.node());
    if (started[node]) {
      throw new IllegalArgumentException(
          "%s has started already; start comes before all other events".formatted(choice.node()));
    }
    return deed(
        node,
        () -> {
          started[node] = true;
          start(node, () -> {});
        });
  }

  /** Starts a node that no schedule has started by name. */
  void begin(int node) {
    driver.give(List.of());
    start(node, () -> {});
  }

  private void start(int node, Runnable told) {
    driver.hosts.begin(node);
    run(node, Doing.STARTED, null, null, () -> kernel.start(node, told));
  }

  // ---- messages

  private Deed deliver(InFlight flight) {
    int to = flight.to();
    if (kernel.isPaused(to)) {
      outlook.requireAwake(to, "a delivery");
    }
    return deed(to, () -> arrive(flight));
  }

  private void arrive(InFlight flight) {
    remove(flight);
    int to = flight.to();
    Protocol<Message> protocol = kernel.protocol(to, flight.channel());
    if (protocol == null) {
      driver.dropped(flight, Drop.DOWN);
      if (refusing && driver.network.barrier(to, flight.from()) == null) {
        driver.hints.add(new ManualDriver.Hint(flight.from(), to, flight.channel()));
      }
    } else if (flight.from() != to && driver.conditions.isDeaf(to)) {
      driver.dropped(flight, Drop.DEAF);
    } else {
      NodeId from = driver.hosts.id(flight.from());
      run(
          to,
          Doing.RECEIVED,
          flight.message(),
          from,
          () -> kernel.receive(to, flight.channel(), protocol, from, flight.message()));
    }
  }

  /** Removes this one of several equal messages; the oldest of equal ones is as good. */
  private void remove(InFlight flight) {
    driver.flights.remove(flight);
  }

  private Deed drop(InFlight flight) {
    return deed(
        NOBODY,
        () -> {
          remove(flight);
          driver.dropped(flight, Drop.LOST);
        });
  }

  private static InFlight between(InFlight flight, String what) {
    if (flight.from() == flight.to()) {
      throw new IllegalArgumentException(
          "a message of a node to itself always arrives, once; %s takes one between two nodes"
              .formatted(what));
    }
    return flight;
  }

  private Deed tell(ManualDriver.Hint hint) {
    int node = hint.node();
    outlook.requireAwake(node, "a hint");
    NodeId target = driver.hosts.id(hint.target());
    return deed(
        node,
        () -> {
          driver.hints.remove(hint);
          run(
              node,
              Doing.UNREACHED,
              null,
              target,
              () -> kernel.unreachable(node, hint.channel(), target));
        });
  }

  // ---- a node by itself

  private Deed expire(int node, String name) {
    outlook.requireAwake(node, "an alarm");
    ManualDriver.Deadline next = outlook.find(node, name);
    long due = Math.max(next.atNanos(), driver.time(node));
    return new Deed(
        node,
        due,
        () -> {
          driver.cancel(next.alarm());
          run(node, Doing.WOKE, next.alarm().name(), null, () -> kernel.due(next.alarm()));
        });
  }

  private Deed sync(int node) {
    outlook.requireAwake(node, "a save");
    if (kernel.pending(node) == null) {
      throw outlook.impossible("%s is saving nothing".formatted(driver.hosts.id(node)));
    }
    return deed(
        node, () -> run(node, Doing.SAVED, null, null, () -> driver.disk.sync(kernel, node)));
  }

  private void run(
      int node, Doing doing, @Nullable Object subject, @Nullable NodeId peer, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      if (!(e instanceof DrawException) && Whereabouts.of(e) == null && kernel.isUp(node)) {
        e.addSuppressed(new Whereabouts(driver.now(), driver.hosts.id(node), doing, subject, peer));
      }
      throw e;
    }
  }

  // ---- faults

  private Deed deed(Fault fault) {
    String why = ManualStage.refusal(fault);
    if (why != null) {
      throw new IllegalArgumentException(why);
    }
    if (fault instanceof Fault.OfProcess process) {
      FaultApplier.apply(process, new Possible());
    }
    int node = fault instanceof Fault.OfNode of ? index(of.node()) : NOBODY;
    fault.targets().forEach(target -> index(target.node()));
    return deed(node, () -> inject(fault));
  }

  void inject(Fault fault) {
    int node = fault instanceof Fault.OfNode of ? index(of.node()) : NOBODY;
    long time = node == NOBODY ? driver.now() : driver.time(node);
    driver.faults.apply(fault, time, processes);
    if (!(fault instanceof Fault.Recover)) { // A recovery is told before what it causes.
      driver.witnesses.faulted(driver.now(), fault);
    }
  }

  /** Throws where a fault of a process cannot be. */
  private final class Possible implements FaultApplier.Processes {
    @Override
    public void crash(Fault.Crash fault) {
      require(
          kernel.isUp(index(fault.node())), fault.node() + " is down; crash takes one that is up");
    }

    @Override
    public void recover(Fault.Recover fault) {
      require(
          !kernel.isUp(index(fault.node())),
          fault.node() + " is up; recover takes one that is down");
    }

    @Override
    public void pause(Fault.Pause fault) {
      outlook.requireAwake(index(fault.node()), "a pause");
    }

    @Override
    public void resume(Fault.Resume fault) {
      require(
          kernel.isPaused(index(fault.node())),
          fault.node() + " is not paused; resume takes one that is");
    }

    private static void require(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }

  private final class Processes implements FaultApplier.Processes {
    @Override
    public void crash(Fault.Crash fault) {
      int node = index(fault.node());
      List<PendingWrite> left = kernel.crash(node);
      driver.hints.removeIf(hint -> hint.node() == node);
      if (fault.keeping()) {
        driver.disk.keep(node, left);
      }
    }

    @Override
    public void recover(Fault.Recover fault) {
      int node = index(fault.node());
      start(
          node,
          () -> {
            driver.witnesses.faulted(driver.now(), fault);
            driver.loseFor(node);
          });
      driver.witnesses.restarted(driver.now(), fault.node());
    }

    @Override
    public void pause(Fault.Pause fault) {
      kernel.pause(index(fault.node()));
    }

    @Override
    public void resume(Fault.Resume fault) {
      kernel.resume(index(fault.node()));
    }
  }
}
