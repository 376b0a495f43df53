package coterie.lab.live;

import coterie.agent.up.UpGuard;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recording.Entry;
import coterie.sim.FaultApplier;
import coterie.sim.Load;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.replay.Stacks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes on this machine, each in a process of its own. A crash kills the process, a
 * recovery starts another one on the same files, a pause stops it as SIGSTOP does.
 *
 * <p>Every process tells what its node is given and does, as a recording has it. Here a mirror of
 * each node follows, made of the same classes; so judges, traces and pictures look at protocols as
 * they do on any other stage. What the processes tell is put in the order of the machine's clock.
 * Each tells every ten milliseconds how far it is, and nothing is shown before all have got there.
 */
public final class ProcessStage extends GroupStage {
  /** How the group is made. */
  public interface Plan {
    /** What a recording of that node says first. */
    Entry.Life life(NodeId node);

    /** The command line that makes a {@link MemberProcess} of a process. */
    List<String> command();

    Stacks stacks();

    ClassLoader loader();
  }

  private static final long SILENT_NANOS = 30_000_000_000L;
  private static final long READY_NANOS = 120_000_000_000L;
  private static final long HEADSTART_NANOS = 200_000_000;
  private static final long POLL_NANOS = 5_000_000;

  private record Arrived(MemberLife from, @Nullable Told word) {}

  private record Scripted(long at, long number, Runnable action) {}

  /** Something that is to be shown at its time, in order. */
  private record Shown(long at, long number, Runnable what) {}

  private final int pace;
  private final Plan plan;
  private final UpGuard ward = new UpGuard();
  private final FaultApplier.Processes processes = new Processes();
  private final List<Seat> seats = new ArrayList<>();
  private final BlockingQueue<Arrived> inbox = new LinkedBlockingQueue<>();
  private final PriorityQueue<Scripted> script =
      new PriorityQueue<>(
          Comparator.comparingLong(Scripted::at).thenComparingLong(Scripted::number));
  private final PriorityQueue<Shown> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Shown::at).thenComparingLong(Shown::number));
  private final List<Instruction.Past> faults = new ArrayList<>();
  private boolean isStarted;
  private boolean isHandled;
  private long originNanos;
  private long limitNanos;
  private long nowNanos;
  private long numbers;
  private volatile boolean isStopped;

  /**
   * @param pace how many times as fast as time the clocks run
   */
  public ProcessStage(View members, Setup setup, int pace, Plan plan) throws IOException {
    super(members, setup);
    this.pace = pace;
    this.plan = plan;
    for (int i = 0; i < members.size(); i++) {
      seats.add(new Seat(this, members.at(i)));
    }
    for (Fault fault : setup.conditions()) {
      faults.add(new Instruction.Past(0, fault.text()));
      if (fault instanceof Fault.OfClock clock) {
        FaultApplier.apply(clock, members, clocks, 0);
      }
    }
  }

  @Override
  public void stop() {
    isStopped = true;
  }

  @Override
  public void at(long time, Fault fault) {
    at(time, () -> inject(fault));
  }

  @Override
  public void at(long time, Runnable action) {
    requireNotPast(time);
    script.add(new Scripted(time, numbers++, action));
  }

  @Override
  public void say(String sentence) {
    show(elapsed(), () -> witnesses.said(now(), sentence));
  }

  /** The call is on its way when this returns; what it answers is told when the node has run it. */
  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // Nobody here has an answer yet.
  public <P, T extends @Nullable Object> T call(
      NodeId node, Class<P> type, String what, Function<P, T> method) {
    Seat seat = seat(node);
    requireCallable(node, seat.isRunning(), seat.isRunning() && seat.worker().isStopped());
    seat.worker().order(new Instruction.Invoke(what));
    return (T) null;
  }

  // ---- the run

  @Override
  public void runUntil(long time) {
    run(time, () -> false);
  }

  @Override
  public boolean runUntil(BooleanSupplier condition, long limit) {
    start();
    return condition.getAsBoolean() || run(limit, condition);
  }

  private boolean run(long limit, BooleanSupplier condition) {
    start();
    limitNanos = limit;
    while (!isStopped && !isOver(limit)) {
      doWhatIsDue(limit);
      take();
      if (showAll(Math.min(horizon(), limit), condition)) {
        return true;
      }
      requireAllAlive();
      onProgress.accept(Math.min(limit, elapsed()));
    }
    nowNanos = isStopped ? nowNanos : limit;
    return false;
  }

  private boolean isOver(long limit) {
    boolean isScriptDone = script.isEmpty() || script.peek().at > limit;
    boolean isAllShown = waiting.isEmpty() || waiting.peek().at > limit;
    boolean isSomebodyReturning = seats.stream().anyMatch(Seat::isReturning);
    return elapsed() > limit
        && isScriptDone
        && horizon() >= limit
        && isAllShown
        && !isSomebodyReturning;
  }

  /** Up to when everything is known that has happened. */
  private long horizon() {
    long horizon = elapsed();
    for (Seat seat : seats) {
      if (seat.hasMoreToTell()) {
        horizon = Math.min(horizon, seat.worker().heardNanos());
      }
    }
    return horizon;
  }

  private void doWhatIsDue(long limit) {
    while (!script.isEmpty() && script.peek().at <= Math.min(limit, elapsed())) {
      hearing.counted();
      script.poll().action.run();
    }
  }

  /** Takes in what the processes have told, and waits a moment if that is nothing. */
  private void take() {
    try {
      Arrived next = inbox.poll(POLL_NANOS, TimeUnit.NANOSECONDS);
      while (next != null) {
        take(next.from, next.word);
        next = inbox.poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }

  private void take(MemberLife from, @Nullable Told word) {
    Seat seat = seat(from.self());
    switch (word) {
      case null -> {
        schedule(seat, from.finish());
        from.over();
        seat.ended(from);
      }
      case Told.Ready(var address) -> from.ready(address);
      case Told.Line line -> schedule(seat, from.line(line));
      case Told.Fate fate -> from.fate(fate);
      case Told.Tick tick -> schedule(seat, from.tick(tick));
      case Told.Failed failed -> throw failed(from.self(), failed);
    }
  }

  private static RuntimeException failed(NodeId node, Told.Failed failed) {
    return failed.isRefusal()
        ? new IllegalArgumentException(failed.sentence())
        : new IllegalStateException("%s failed: %s".formatted(node, failed.sentence()));
  }

  private void schedule(Seat seat, MemberLife.@Nullable Event event) {
    if (event != null) {
      // A recovery that was asked for is seen, however late the machine is.
      long at = event.isBirth() ? Math.min(event.atNanos, limitNanos) : event.atNanos;
      show(at, () -> seat.show(event));
    }
  }

  private void show(long at, Runnable what) {
    waiting.add(new Shown(at, numbers++, what));
  }

  /** Whether the condition holds, which ends it at once. */
  private boolean showAll(long until, BooleanSupplier condition) {
    while (!waiting.isEmpty() && waiting.peek().at <= until) {
      Shown next = waiting.poll();
      nowNanos = Math.clamp(next.at, nowNanos, Math.max(nowNanos, limitNanos));
      next.what.run();
      if (isHandled && condition.getAsBoolean()) {
        return true;
      }
      isHandled = false;
    }
    return false;
  }

  private void requireAllAlive() {
    for (Seat seat : seats) {
      if (seat.hasMoreToTell() && seat.worker().silentNanos() > SILENT_NANOS) {
        throw over(
            "%s has told nothing for %d s".formatted(seat.self(), SILENT_NANOS / TimeText.SECOND));
      }
    }
  }

  /** The run cannot go on. */
  static UncheckedIOException over(String why) {
    return new UncheckedIOException(why, new IOException(why));
  }

  private long elapsed() {
    return isStarted ? (System.nanoTime() - originNanos) * pace : 0;
  }

  @Override
  public void start() {
    if (isStarted) {
      return;
    }
    seats.forEach(Seat::prepare);
    seats.forEach(Seat::open);
    awaitReady();
    originNanos = System.nanoTime() + HEADSTART_NANOS;
    isStarted = true;
    seats.forEach(Seat::enter);
    seats.forEach(this::begin);
    limitNanos = 0;
    while (!hasBegun()) {
      take();
      boolean unused = showAll(horizon(), this::hasBegun);
      requireAllAlive();
    }
  }

  private boolean hasBegun() {
    return seats.stream().allMatch(seat -> seat.mirror() != null);
  }

  private void awaitReady() {
    long since = System.nanoTime();
    while (!seats.stream().allMatch(Seat::isReady)) {
      take();
      if (System.nanoTime() - since > READY_NANOS) {
        throw over("a process did not start within %d s".formatted(READY_NANOS / TimeText.SECOND));
      }
    }
  }

  /** Tells the process of this member where the others are, and lets it start. */
  private void begin(Seat seat) {
    for (Seat other : seats) {
      if (other != seat) {
        seat.worker().order(other.introduction());
      }
    }
    seat.worker().order(new Instruction.Start(originNanos));
  }

  // ---- for the seats

  Plan plan() {
    return plan;
  }

  UpGuard ward() {
    return ward;
  }

  @Override
  boolean isListening(NodeId node) {
    return seat(node).isListening();
  }

  @Override
  void handled() {
    isHandled = true;
  }

  MemberLife start(NodeId node, long incarnation) throws IOException {
    MemberLife worker =
        MemberLife.start(
            node, incarnation, plan.command(), (from, word) -> inbox.add(new Arrived(from, word)));
    ward.started(worker.process());
    worker.order(
        new Instruction.Prepare(
            plan.life(node), setup.seed(), pace, setup.refusing(), setup.latency().text()));
    return worker;
  }

  Instruction.Open open(NodeId node, long incarnation, int port) {
    return new Instruction.Open(incarnation, faults, folders.of(node).toString(), port);
  }

  // ---- faults

  @Override
  public void inject(Fault fault) {
    start();
    switch (fault) {
      case Fault.OfProcess process -> FaultApplier.apply(process, processes);
      case Fault.OfNetwork network -> applyToAll(network);
      case Fault.OfClock clock -> {
        FaultApplier.apply(clock, members, clocks, elapsed());
        applyToAll(clock);
      }
    }
  }

  private void applyToAll(Fault fault) {
    faults.add(new Instruction.Past(elapsed(), fault.text()));
    seats.stream()
        .filter(Seat::isRunning)
        .forEach(seat -> seat.worker().order(new Instruction.Apply(fault.text())));
    show(elapsed(), () -> witnesses.faulted(now(), fault));
  }

  /** Faults of one process. */
  private final class Processes implements FaultApplier.Processes {
    /** The next life gets its process now, which takes a while to be there. */
    @Override
    public void crash(Fault.Crash fault) {
      Seat seat = seat(fault.node());
      require(seat.isRunning(), seat.self(), "is down already; crash takes a node that is up");
      seat.crash();
      show(
          elapsed(),
          () -> {
            seat.isDown();
            hearing.crashed(seat.self());
            witnesses.faulted(now(), fault);
          });
      seat.prepare();
    }

    @Override
    public void recover(Fault.Recover fault) {
      Seat seat = seat(fault.node());
      require(!seat.isRunning(), seat.self(), "is up; recover takes a node that is down");
      seat.open();
      show(elapsed(), seat::listens);
      awaitReady();
      seat.recovers(fault);
      seat.enter();
      begin(seat);
      for (Seat other : seats) {
        if (other != seat && other.isRunning()) {
          other.worker().order(seat.introduction());
        }
      }
    }

    @Override
    public void pause(Fault.Pause fault) {
      Seat seat = seat(fault.node());
      require(seat.isRunning(), seat.self(), "is down; pause takes a node that is up");
      require(!seat.worker().isStopped(), seat.self(), "is paused already");
      signal(seat.worker()::pause, fault);
    }

    @Override
    public void resume(Fault.Resume fault) {
      Seat seat = seat(fault.node());
      boolean isPaused = seat.isRunning() && seat.worker().isStopped();
      require(isPaused, seat.self(), "is not paused; resume takes a node that is");
      signal(seat.worker()::resume, fault);
    }

    private void signal(Signal signal, Fault fault) {
      try {
        signal.send();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      show(elapsed(), () -> witnesses.faulted(now(), fault));
    }
  }

  /** Stops a process, or lets it go on. */
  @FunctionalInterface
  private interface Signal {
    void send() throws IOException;
  }

  // ---- what can be asked

  @Override
  public long now() {
    return nowNanos;
  }

  @Override
  public long bytes() {
    return seats.stream().mapToLong(seat -> seat.load().bytesSent()).sum();
  }

  @Override
  public Load load(NodeId node) {
    return seat(node).load();
  }

  @Override
  public long diskBehindNanos() {
    return seats.stream().mapToLong(Seat::slowestSaveNanos).max().orElse(0);
  }

  @Override
  public boolean isUp(NodeId node) {
    return seat(node).isUp();
  }

  @Override
  public int upCount() {
    return (int) seats.stream().filter(Seat::isUp).count();
  }

  /** All nodes have the same; whoever was the first to start is asked. */
  @Override
  public List<Class<?>> families() {
    start();
    Seat started = seats.stream().filter(seat -> seat.mirror() != null).findFirst().orElseThrow();
    return started.requireMirror().families();
  }

  @Override
  public List<Protocol<?>> protocols(NodeId node) {
    start();
    return isUp(node) ? seat(node).requireMirror().protocols() : List.of();
  }

  private Seat seat(NodeId node) {
    return seats.get(index(node));
  }

  @Override
  public void close() {
    seats.forEach(Seat::end);
    ward.close();
    folders.close();
  }
}
