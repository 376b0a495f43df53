package coterie.sim.manual;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Kernel;
import coterie.recording.Scribe;
import coterie.sim.Hosts;
import coterie.sim.Load;
import coterie.sim.RecordedStage;
import coterie.sim.Setup;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes where nothing happens by itself: {@link #choices} lists what can happen next,
 * and {@link #apply} lets it happen. All messages in flight may arrive in any order, or be lost, or
 * arrive twice; a save is durable when that is chosen.
 *
 * <p>Every node has its own clock. It does not move until an alarm of that node expires, and goes
 * on to the deadline then; alarms of one node expire in the order of their deadlines. {@link
 * Choice.At} moves the clock of a node as well. The time of the stage is the highest so far.
 *
 * <p>What is in flight to a node when it starts again never reaches the new life. Same members,
 * blueprint, setup and choices: same run.
 */
public final class ManualStage implements RecordedStage {
  /** Calls a method of a protocol by its name. */
  @FunctionalInterface
  public interface Caller {
    void call(Stage stage, Choice.Call call);
  }

  private final ManualDriver driver;
  private final Hosts hosts;
  private final Kernel kernel;
  private final List<Fault> initial;
  private final ChosenEvents deeds;
  private final Outlook outlook;
  private final boolean[] started;
  private long events;

  /**
   * @param caller makes the calls of the schedule
   */
  public ManualStage(View members, Blueprint blueprint, Setup setup, Caller caller) {
    this.driver = new ManualDriver(members, blueprint, setup);
    this.hosts = driver.hosts;
    this.kernel = driver.kernel;
    this.initial = setup.conditions();
    this.started = new boolean[members.size()];
    this.outlook = new Outlook(driver);
    this.deeds = new ChosenEvents(this, driver, outlook, setup.refusing(), caller);
    initial.forEach(this::require);
    initial.forEach(deeds::inject);
  }

  /** Returns why such a fault has no place in a schedule by hand; null if it has one. */
  public static @Nullable String refusal(Fault fault) {
    return switch (fault) {
      case Fault.Loss loss -> noChance(fault, "drop");
      case Fault.Duplication twice -> noChance(fault, "duplicate");
      case Fault.Reordering order -> noChance(fault, "another order");
      case Fault.Delay delay -> noChance(fault, "another order");
      case Intervention rule -> noChance(fault, "drop, duplicate or another order");
      case Fault.Slow slow -> noChance(fault, "another order");
      case Fault.OfNetwork network -> null;
      case Fault.OfProcess process -> null;
      case Fault.OfClock clock -> null;
    };
  }

  private static String noChance(Fault fault, String instead) {
    return "in a manual schedule messages arrive when they are chosen, so there is no \"%s\"; choose %s"
        .formatted(fault.text(), instead);
  }

  private void require(Fault fault) {
    String why = refusal(fault);
    if (why != null) {
      throw new IllegalArgumentException(why);
    }
  }

  @Override
  public void requireCodecs() {
    kernel.requireCodecs();
  }

  @Override
  public void record(NodeId node, Scribe scribe) {
    int index = hosts.index(node);
    scribe.tellTimeBy(() -> driver.clockNanos(index));
    kernel.watch(scribe);
  }

  // ---- choices

  /**
   * Returns what can happen next without a fault: messages that arrive, oldest first, hints, alarms
   * and saves by node. Of several equal messages the oldest stands for all.
   */
  public List<Choice> choices() {
    start();
    return outlook.events();
  }

  /** Returns what can go wrong next, or right again: lost and doubled messages, and crashes. */
  public List<Choice> mishaps() {
    start();
    return outlook.mishaps();
  }

  /**
   * Returns the same event in the fewest words that mean it now: its message by type alone, if that
   * is enough.
   *
   * @throws IllegalArgumentException if it cannot happen now
   */
  public Choice simplest(Choice choice) {
    start();
    return switch (choice) {
      case Choice.Deliver(MessageName name, List<Long> draws) ->
          new Choice.Deliver(outlook.simplest(name), draws);
      case Choice.Drop(MessageName name) -> new Choice.Drop(outlook.simplest(name));
      case Choice.Duplicate(MessageName name) -> new Choice.Duplicate(outlook.simplest(name));
      case Choice.At(long at, Choice event) -> new Choice.At(at, simplest(event));
      default -> choice; // Only these name a message.
    };
  }

  /**
   * Lets one event happen.
   *
   * @return the same with all random numbers that were drawn
   * @throws IllegalArgumentException if it cannot happen now; it says what could instead
   */
  public Choice apply(Choice choice) {
    if (choice.event() instanceof Choice.Start start) {
      return deeds.apply(choice, deeds.start(start, started));
    }
    start();
    return deeds.apply(choice, deeds.of(choice));
  }

  void counted() {
    events++;
  }

  // ---- the stage

  @Override
  public List<Fault> initialFaults() {
    return initial;
  }

  @Override
  public void watch(StageWitness witness) {
    driver.witnesses.add(witness);
    kernel.watch(witness);
  }

  @Override
  public void at(long time, Fault fault) {
    throw timeless();
  }

  @Override
  public void at(long time, Runnable action) {
    throw timeless();
  }

  private static IllegalArgumentException timeless() {
    return new IllegalArgumentException(
        "in a manual schedule nothing happens by time; choose what happens next");
  }

  @Override
  public void inject(Fault fault) {
    apply(new Choice.Inject(fault));
  }

  @Override
  public <P, T extends @Nullable Object> T call(
      NodeId node, Class<P> type, String what, Function<P, T> method) {
    P protocol = protocol(node, type);
    outlook.requireAwake(hosts.index(node), "a call");
    return kernel.call(hosts.index(node), protocol, what, method);
  }

  @Override
  public void say(String sentence) {
    driver.witnesses.said(now(), sentence);
  }

  /** Lets the time of the stage pass; nothing else happens. */
  @Override
  public void runUntil(long time) {
    start();
    driver.passTo(time);
  }

  @Override
  public boolean runUntil(BooleanSupplier condition, long limit) {
    start();
    if (!condition.getAsBoolean()) {
      driver.passTo(limit);
    }
    return condition.getAsBoolean();
  }

  @Override
  public void start() {
    for (int i = 0; i < started.length; i++) {
      if (!started[i]) {
        started[i] = true;
        deeds.begin(i);
      }
    }
  }

  @Override
  public long now() {
    return driver.now();
  }

  @Override
  public long clockNanos(NodeId node) {
    return driver.clockNanos(hosts.index(node));
  }

  @Override
  public long trueNanos(NodeId node, long clockNanos) {
    int index = hosts.index(node);
    return Math.max(now(), driver.clocks.trueNanos(index, clockNanos, driver.time(index)));
  }

  @Override
  public long events() {
    return events;
  }

  @Override
  public long messages() {
    return driver.messages();
  }

  @Override
  public boolean countsBytes() {
    return false;
  }

  @Override
  public long bytes() {
    throw new IllegalStateException("traffic is not counted where events are chosen by hand");
  }

  @Override
  public Load load(NodeId node) {
    throw new IllegalStateException("traffic is not counted where events are chosen by hand");
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
    int index = hosts.index(node);
    if (!started[index]) {
      start(); // But not while nodes are started one by one, and somebody looks at the first.
    }
    return kernel.protocols(index);
  }
}
