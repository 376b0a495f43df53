package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.net.Host;
import coterie.net.LocalClock;
import coterie.net.Loop;
import coterie.net.Recorder;
import coterie.sim.FaultApplier;
import coterie.sim.Load;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes on UDP and TCP ports of this machine. All of them share one loop, so what they
 * do comes in one order, and is heard and judged as in the simulator; between them lie real sockets
 * and beneath them real files. Time is real, and runs at the pace of the loop.
 *
 * <p>While it runs, everything happens on the loop's thread. In between the loop is paused, and the
 * thread that drives the stage may look at everything.
 */
public final class SocketStage extends GroupStage {
  static final long KNOCK_NANOS = 100_000_000;
  private static final long TICK_MILLIS = 100;

  private record Scripted(long at, Runnable action) {}

  private final Blueprint blueprint;
  private final Loop loop;
  private final Baton baton = new Baton();
  private final LiveLinks links;
  private final FaultApplier faults;
  private final FaultApplier.Processes processes = new Processes();
  private final List<Actor> actors = new ArrayList<>();
  private final List<Scripted> script = new ArrayList<>();
  private @Nullable BooleanSupplier condition;
  private boolean isStarted;
  private boolean isDriven;
  private long originNanos;
  private long limitNanos;
  private int turn;
  private volatile boolean isStopped;
  private volatile @Nullable Throwable failure;

  /**
   * @param pace how many times as fast as time the clocks run
   */
  public SocketStage(View members, Blueprint blueprint, Setup setup, int pace) throws IOException {
    super(members, setup);
    this.blueprint = blueprint;
    this.links = new LiveLinks(members, setup, hearing);
    this.loop = Loop.open("coterie-run", pace);
    loop.onFailure(this::failed);
    for (int i = 0; i < members.size(); i++) {
      NodeId node = members.at(i);
      long seed = setup.seed() * 1_000_003 + node.value();
      long knockNanos = setup.refusing() ? KNOCK_NANOS : 0;
      actors.add(new Actor(node, folders.of(node), seed, knockNanos));
    }
    this.faults = links.applier(clocks);
    setup.conditions().forEach(fault -> faults.apply(fault, 0, processes));
  }

  @Override
  public void stop() {
    isStopped = true;
    loop.execute(() -> end(turn));
  }

  /** Whether it was stopped before its time. */
  public boolean isStopped() {
    return isStopped;
  }

  @Override
  public void at(long time, Fault fault) {
    at(time, () -> apply(fault));
  }

  @Override
  public void at(long time, Runnable action) {
    requireNotPast(time);
    if (isStarted) {
      inLoop(() -> schedule(time, action));
    } else {
      script.add(new Scripted(time, action));
    }
  }

  private void schedule(long time, Runnable action) {
    loop.schedule(
        Math.max(0, originNanos + time - loop.nowNanos()),
        () -> {
          hearing.counted();
          action.run();
        });
  }

  @Override
  public void inject(Fault fault) {
    start();
    inLoop(() -> apply(fault));
  }

  @Override
  public <P, T extends @Nullable Object> T call(
      NodeId node, Class<P> type, String what, Function<P, T> method) {
    Actor actor = actor(node);
    requireCallable(node, actor.isUp(), actor.isUp() && actor.isPaused());
    List<T> answer = new ArrayList<>();
    inLoop(() -> answer.add(actor.host().callNow(type, what, method)));
    return answer.getFirst();
  }

  @Override
  public void say(String sentence) {
    witnesses.said(now(), sentence);
  }

  @Override
  public void runUntil(long time) {
    run(time, null);
  }

  @Override
  public boolean runUntil(BooleanSupplier newCondition, long limit) {
    start();
    if (!newCondition.getAsBoolean()) {
      run(limit, newCondition);
    }
    return newCondition.getAsBoolean();
  }

  private void run(long time, @Nullable BooleanSupplier newCondition) {
    start();
    if (isStopped) {
      return;
    }
    int thisTurn = ++turn;
    condition = newCondition;
    limitNanos = time;
    baton.order(
        () ->
            loop.schedule(Math.max(0, originNanos + time - loop.nowNanos()), () -> end(thisTurn)));
    isDriven = true;
    baton.giveBack();
    while (!baton.await(TICK_MILLIS)) {
      onProgress.accept(Math.min(time, loop.readNanos() - originNanos));
    }
    isDriven = false;
    throwFailure();
  }

  /** In the loop. */
  private void end(int ofTurn) {
    if (isDriven && ofTurn == turn) {
      turn++;
      baton.handOver();
    }
  }

  @Override
  boolean isListening(NodeId node) {
    return isUp(node);
  }

  @Override
  void handled() {
    if (condition != null && condition.getAsBoolean()) {
      condition = null;
      int thisTurn = turn;
      loop.execute(() -> end(thisTurn));
    }
  }

  private void failed(Throwable e) {
    if (failure == null) {
      failure = e;
    }
    int thisTurn = turn;
    loop.execute(() -> end(thisTurn));
  }

  private void throwFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException mistake -> throw mistake;
      case Error error -> throw error;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  @Override
  public void start() {
    if (isStarted) {
      return;
    }
    isStarted = true;
    limitNanos = 0;
    loop.execute(
        () -> {
          try {
            begin();
          } catch (IOException e) {
            failure = new UncheckedIOException(e);
          } catch (RuntimeException e) {
            failure = e;
          }
          baton.handOver();
        });
    while (!baton.await(TICK_MILLIS)) {}
    throwFailure();
  }

  private void begin() throws IOException {
    for (Actor actor : actors) {
      open(actor);
    }
    originNanos = loop.nowNanos();
    for (Actor actor : actors) {
      introduce(actor);
      actor.host().startNow();
    }
    script.forEach(step -> schedule(step.at, step.action));
  }

  private void open(Actor actor) throws IOException {
    Host host = actor.open(loop, blueprint);
    host.watch(hearing);
    host.sendThrough(links);
    host.tellTimeBy(clock(members.indexOf(actor.self())));
    if (recording != null) {
      NodeId node = actor.self();
      host.record(Recorder.open(recording.file(node), recording.life(node)));
    }
  }

  /** Fills in its directory. */
  private void introduce(Actor newcomer) {
    for (Actor other : actors) {
      if (other != newcomer) {
        newcomer
            .host()
            .directory()
            .know(other.self(), other.address(), other.isUp() ? other.incarnation() : 0);
      }
    }
  }

  /** Tells the others where it is now. What they sent to its earlier life stays that. */
  private void announce(Actor newcomer) {
    for (Actor other : actors) {
      if (other != newcomer && other.isUp()) {
        other.host().directory().know(newcomer.self(), newcomer.address(), newcomer.incarnation());
      }
    }
  }

  private LocalClock clock(int node) {
    return new LocalClock() {
      @Override
      public long monotonicNanos(long loopNanos) {
        return clocks.monotonicNanos(node, loopNanos - originNanos);
      }

      @Override
      public long loopDelayNanos(long delayNanos) {
        return clocks.trueDelay(node, delayNanos) + links.lagNanos(node);
      }

      @Override
      public long wallMillis(long loopNanos) {
        return clocks.wallMillis(node, loopNanos - originNanos);
      }
    };
  }

  // ---- faults

  private void apply(Fault fault) {
    faults.apply(fault, now(), processes);
    if (!(fault instanceof Fault.Recover)) {
      witnesses.faulted(now(), fault);
    }
  }

  /** Faults of one process. */
  private final class Processes implements FaultApplier.Processes {
    @Override
    public void crash(Fault.Crash fault) {
      Actor actor = actor(fault.node());
      require(actor.isUp(), actor.self(), "is down already; crash takes a node that is up");
      actor.crash(fault.keeping());
      hearing.crashed(actor.self());
    }

    /** A recovery is told before what it causes. */
    @Override
    public void recover(Fault.Recover fault) {
      Actor actor = actor(fault.node());
      require(!actor.isUp(), actor.self(), "is up; recover takes a node that is down");
      try {
        // The disk may still be busy with what the last life wrote.
        actor.settle();
        open(actor);
        introduce(actor);
        announce(actor);
        witnesses.faulted(now(), fault);
        actor.host().startNow();
        witnesses.restarted(now(), actor.self());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void pause(Fault.Pause fault) {
      Actor actor = actor(fault.node());
      require(actor.isUp(), actor.self(), "is down; pause takes a node that is up");
      require(!actor.isPaused(), actor.self(), "is paused already");
      actor.host().pause();
    }

    @Override
    public void resume(Fault.Resume fault) {
      Actor actor = actor(fault.node());
      require(actor.isPaused(), actor.self(), "is not paused; resume takes a node that is");
      actor.host().resume();
    }
  }

  // ---- what can be asked

  /** No event is later than the end of the run, however late the machine is. */
  @Override
  public long now() {
    return Math.clamp(loop.nowNanos() - originNanos, 0, limitNanos);
  }

  @Override
  public long bytes() {
    return actors.stream().mapToLong(actor -> actor.load().bytesSent()).sum();
  }

  @Override
  public Load load(NodeId node) {
    return actor(node).load();
  }

  @Override
  public long diskBehindNanos() {
    return actors.stream().mapToLong(Actor::slowestSaveNanos).max().orElse(0);
  }

  @Override
  public boolean isUp(NodeId node) {
    return actor(node).isUp();
  }

  @Override
  public int upCount() {
    return (int) actors.stream().filter(Actor::isUp).count();
  }

  @Override
  public List<Class<?>> families() {
    start();
    return actors.getFirst().host().families();
  }

  @Override
  public List<Protocol<?>> protocols(NodeId node) {
    start();
    return isUp(node) ? actor(node).host().protocols() : List.of();
  }

  private Actor actor(NodeId node) {
    return actors.get(index(node));
  }

  private void inLoop(Runnable action) {
    if (loop.isInLoop()) {
      action.run();
    } else {
      baton.order(action);
    }
  }

  @Override
  public void close() {
    if (isStarted) {
      baton.order(() -> actors.forEach(Actor::end));
      actors.forEach(Actor::settle);
      baton.giveBack();
    }
    loop.close();
    folders.close();
  }
}
