package coterie.testkit;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Random faults for a simulated group. All is drawn from one seed, so a failing run is repeated by
 * its number.
 *
 * <p>A storm has a table of {@link Strike}s with weights. {@link #strike()} draws one of them and a
 * process; {@link #blow} does that again and again. The storm knows whom it has paused, and {@link
 * #calm} takes everything back but crashes.
 *
 * <pre>{@code
 * Storm storm = new Storm(simulation, new Draws(seed)).withAllKinds();
 * storm.blow(20);
 * storm.calm();
 * storm.recoverAll();
 * }</pre>
 */
public final class Storm {
  private static final long MILLI = TimeText.SECOND / 1000;

  /** A kind of strike, in as many lots as it has weight. */
  private record Row(int weight, Strike strike) {}

  private final Stage stage;
  private final Draws draws;
  private final List<NodeId> members = new ArrayList<>();
  private final Set<NodeId> paused = new TreeSet<>();
  private final List<Row> table = new ArrayList<>();
  private LongConsumer runner;
  private boolean isReturning = true;
  private int weights;

  public Storm(Stage stage, Draws draws) {
    this.stage = stage;
    this.draws = draws;
    this.runner = stage::runFor;
    for (int i = 0; i < stage.members().size(); i++) {
      members.add(stage.members().at(i));
    }
  }

  // ---- what it consists of

  /** Adds a kind of strike, which is drawn as often as its weight says. */
  public Storm with(int weight, Strike strike) {
    if (weight < 1) {
      throw new IllegalArgumentException("a strike has a weight from 1, not " + weight);
    }
    table.add(new Row(weight, strike));
    weights += weight;
    return this;
  }

  /** Adds all kinds, for a group whose messages take milliseconds. */
  public Storm withAllKinds() {
    return with(4, Strike.crashOrRecover())
        .with(2, Strike.restart())
        .with(2, Strike.pauseOrResume())
        .with(1, Strike.loss(6))
        .with(1, Strike.duplication(5))
        .with(2, Strike.reordering(0.4, 200 * MILLI))
        .with(1, Strike.slow(100 * MILLI))
        .with(2, Strike.partition())
        .with(1, Strike.cut())
        .with(1, Strike.healing());
  }

  /** Leaves those down that crash. */
  public Storm withoutReturns() {
    isReturning = false;
    return this;
  }

  /** Lets time pass by that from now on, such as by a run that looks at every event. */
  public Storm running(LongConsumer newRunner) {
    runner = newRunner;
    return this;
  }

  // ---- what it does

  /** Strikes that often, up to 200 ms apart, with quiet moments in between. */
  public void blow(int strikes) {
    for (int i = 0; i < strikes; i++) {
      if (draws.oneIn(4)) { // A group that never works has nothing to lose.
        calm();
        recoverAll();
        runBelow(500 * MILLI);
      }
      strike();
      runBelow(200 * MILLI);
    }
  }

  /** Strikes a process that is drawn. */
  public void strike() {
    strike(any());
  }

  /** Strikes that process, if the kind of strike that is drawn is for one. */
  public void strike(NodeId node) {
    if (weights == 0) {
      throw new IllegalStateException("the storm has no strikes; with() adds one");
    }
    int lot = draws.nextInt(weights);
    int row = 0;
    while (lot >= table.get(row).weight) {
      lot -= table.get(row++).weight;
    }
    table.get(row).strike.strike(this, node);
  }

  /**
   * Heals the network and resumes all that were paused or slow; a process that is down stays so.
   */
  public void calm() {
    inject(new Fault.HealAll());
    inject(new Fault.Loss(0));
    inject(new Fault.Duplication(0));
    inject(new Fault.Reordering(0, 0));
    List.copyOf(paused).forEach(this::resume);
    members.forEach(node -> inject(new Fault.Slow(node, 0)));
  }

  /** Recovers all that are down, if any return. */
  public void recoverAll() {
    members.stream().filter(node -> !isUp(node)).forEach(this::recover);
  }

  // ---- what strikes are made of

  public Draws draws() {
    return draws;
  }

  public boolean isUp(NodeId node) {
    stage.start();
    return stage.isUp(node);
  }

  /** Returns how many processes are up. */
  public int upCount() {
    stage.start();
    return stage.upCount();
  }

  public boolean isPaused(NodeId node) {
    return paused.contains(node);
  }

  /** Returns whether the process is up and not paused, so that it can be called. */
  public boolean isAwake(NodeId node) {
    return isUp(node) && !isPaused(node);
  }

  /** Returns whether a process that has crashed may return. */
  public boolean isReturning() {
    return isReturning;
  }

  public List<NodeId> members() {
    return List.copyOf(members);
  }

  /** Returns a member that is drawn. */
  public NodeId any() {
    return members.get(draws.nextInt(members.size()));
  }

  /** Returns the first member that is up and like that, such as the leader; or else any. */
  public NodeId firstOrAny(Predicate<NodeId> isWanted) {
    return members.stream().filter(this::isUp).filter(isWanted).findFirst().orElseGet(this::any);
  }

  /** Returns some of the members: each is drawn or not. */
  public List<NodeId> some() {
    return members.stream().filter(node -> draws.nextBoolean()).toList();
  }

  public void inject(Fault fault) {
    stage.inject(fault);
  }

  public void runFor(long nanos) {
    runner.accept(nanos);
  }

  /** Runs on for a time that is drawn, which is shorter than that. */
  public void runBelow(long nanos) {
    runFor(draws.nextLong(nanos));
  }

  /** Crashes a process that is up. */
  public void crash(NodeId node, boolean keeping) {
    inject(new Fault.Crash(node, keeping));
    paused.remove(node);
  }

  /** Recovers a process that is down; does nothing if none returns. */
  public void recover(NodeId node) {
    if (isReturning) {
      inject(new Fault.Recover(node));
    }
  }

  /** Pauses a process that is up. */
  public void pause(NodeId node) {
    paused.add(node);
    inject(new Fault.Pause(node));
  }

  /** Resumes a process; does nothing if it has crashed since it was paused. */
  public void resume(NodeId node) {
    if (paused.remove(node)) {
      inject(new Fault.Resume(node));
    }
  }

  /** Parts these from the others, if both are somebody. */
  public void partition(List<NodeId> some) {
    if (!some.isEmpty() && some.size() < members.size()) {
      inject(Fault.Partition.of(List.of(some)));
    }
  }
}
