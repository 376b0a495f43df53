package coterie.sim;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.kernel.Kernel;
import coterie.recording.Scribe;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes in virtual time. Same members, blueprint, setup and calls: same run, event by
 * event, on every machine.
 *
 * <p>Drive it step by step: {@link #runFor}, {@link #runUntil}; in between, {@link #inject} faults,
 * {@link #call} local methods, read the state of any protocol. Or schedule faults ahead with {@link
 * #at}. Events of one instant run in the order in which they were scheduled, so what is scheduled
 * before the first run precedes what the nodes do at the same instant. The end of a run is
 * inclusive.
 *
 * <p>Messages without delay form one first-in-first-out queue that is drained after each ordinary
 * event, before the next one.
 */
public final class Simulation implements RecordedStage {
  /** What a wall clock that is right shows at the start of a run. */
  public static final long START_MILLIS = NodeClocks.START_MILLIS;

  private final Engine engine;
  private final Hosts hosts;
  private final Kernel kernel;
  private final FaultApplier.Processes processes = new Processes();
  private final List<Fault> initial;
  private boolean started;

  public Simulation(View members, Blueprint blueprint, Setup setup) {
    this.engine = new Engine(members, blueprint, setup);
    this.hosts = engine.hosts;
    this.kernel = engine.kernel;
    this.initial = setup.conditions();
    initial.forEach(this::apply);
  }

  @Override
  public List<Fault> initialFaults() {
    return initial;
  }

  @Override
  public void watch(StageWitness witness) {
    engine.witnesses.add(witness);
    kernel.watch(witness);
  }

  @Override
  public void requireCodecs() {
    kernel.requireCodecs();
  }

  @Override
  public void record(NodeId node, Scribe scribe) {
    int index = hosts.index(node);
    scribe.tellTimeBy(() -> engine.clockNanos(index));
    kernel.watch(scribe);
  }

  @Override
  public void at(long time, Fault fault) {
    at(time, () -> apply(fault));
  }

  @Override
  public void at(long time, Runnable action) {
    if (time < now()) {
      throw new IllegalArgumentException(
          "it is %s already; an event can be scheduled from then on, not at %s"
              .formatted(TimeText.format(now()), TimeText.format(time)));
    }
    engine.script(time, action);
  }

  @Override
  public void inject(Fault fault) {
    start();
    apply(fault);
    engine.drain();
  }

  @Override
  public <P, T extends @Nullable Object> T call(
      NodeId node, Class<P> type, String what, Function<P, T> method) {
    P protocol = protocol(node, type);
    if (kernel.isPaused(hosts.index(node))) {
      throw new IllegalArgumentException(
          "%s is paused; a call takes a node that is running".formatted(node));
    }
    T result = kernel.call(hosts.index(node), protocol, what, method);
    engine.drain();
    return result;
  }

  @Override
  public void say(String sentence) {
    engine.witnesses.said(now(), sentence);
  }

  @Override
  public void runUntil(long time) {
    start();
    while (engine.step(time)) {}
    engine.passTo(time);
  }

  @Override
  public boolean runUntil(BooleanSupplier condition, long limit) {
    start();
    while (!condition.getAsBoolean()) {
      if (!engine.step(limit)) {
        engine.passTo(limit);
        return condition.getAsBoolean();
      }
    }
    return true;
  }

  @Override
  public void start() {
    if (!started) {
      started = true;
      for (int i = 0; i < hosts.size(); i++) {
        engine.start(i, () -> {});
        engine.drain();
      }
    }
  }

  @Override
  public long now() {
    return engine.now();
  }

  @Override
  public long clockNanos(NodeId node) {
    return engine.clocks.monotonicNanos(hosts.index(node), now());
  }

  @Override
  public long trueNanos(NodeId node, long clockNanos) {
    return engine.clocks.trueNanos(hosts.index(node), clockNanos, now());
  }

  @Override
  public long events() {
    return engine.events();
  }

  @Override
  public long messages() {
    return engine.messages();
  }

  @Override
  public boolean countsBytes() {
    return engine.traffic != null;
  }

  @Override
  public long bytes() {
    return traffic().bytes();
  }

  @Override
  public Load load(NodeId node) {
    return traffic().load(hosts.index(node));
  }

  private Traffic traffic() {
    if (engine.traffic == null) {
      throw new IllegalStateException("traffic was not counted; Setup.withBytes(true) asks for it");
    }
    return engine.traffic;
  }

  @Override
  public View members() {
    return hosts.members();
  }

  @Override
  public boolean isUp(NodeId node) {
    return kernel.isUp(hosts.index(node));
  }

  @Override
  public int upCount() {
    return kernel.upCount();
  }

  @Override
  public List<Class<?>> families() {
    start();
    return kernel.families();
  }

  @Override
  public List<Protocol<?>> protocols(NodeId node) {
    start();
    return kernel.protocols(hosts.index(node));
  }

  /** Returns a sentence for each message or alarm that a script named and that never came. */
  public List<String> remarks() {
    Fates.Rules rules = engine.conditions.interventions();
    return rules == null ? List.of() : rules.remarks();
  }

  private void apply(Fault fault) {
    engine.faults.apply(fault, now(), processes);
    boolean isToldElsewhere = fault instanceof Fault.Recover || fault instanceof Intervention;
    if (!isToldElsewhere) { // A recovery is told before what it causes, a fate when it strikes.
      engine.witnesses.faulted(now(), fault);
    }
  }

  /** Faults of one process. */
  private final class Processes implements FaultApplier.Processes {
    @Override
    public void crash(Fault.Crash fault) {
      engine.crash(hosts.index(fault.node()), fault.keeping());
    }

    @Override
    public void recover(Fault.Recover fault) {
      engine.start(hosts.index(fault.node()), () -> engine.witnesses.faulted(now(), fault));
      engine.witnesses.restarted(now(), fault.node());
    }

    @Override
    public void pause(Fault.Pause fault) {
      int index = hosts.index(fault.node());
      require(kernel.isUp(index), fault.node() + " is down; pause takes a node that is up");
      require(!kernel.isPaused(index), fault.node() + " is paused already");
      engine.pause(index);
    }

    @Override
    public void resume(Fault.Resume fault) {
      int index = hosts.index(fault.node());
      require(kernel.isPaused(index), fault.node() + " is not paused; resume takes a node that is");
      engine.resume(index);
    }

    private static void require(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }
}
