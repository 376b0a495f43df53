package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.local.ClockUse;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalStepper;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** One search, level by level; each level is expanded by all threads together. */
final class Search implements AutoCloseable {
  private static final long ROUND_NANOS = 200_000_000;

  /** Leaves room for what the collector needs, and for what it has not yet collected. */
  private static final double HEAP_SHARE = 0.6;

  private final Plan plan;
  private final Consumer<Exploration.Status> listener;
  private final BooleanSupplier stop;
  private final LocalSpace space;
  private final Circumstances circumstances;
  private final Opinions opinions;
  private final Visited visited = new Visited();
  private final Frontier frontier;
  private final List<Searcher> searchers = new ArrayList<>();
  private final LocalStepper stepper;
  private final Beginnings beginnings;
  private final ExecutorService threads;
  private final AtomicLong cpuNanos = new AtomicLong();
  private final long begunNanos = System.nanoTime();
  private final long memoryMax;

  /** Memory in which to tell what was found, when all other memory is used up. */
  private final List<byte[]> reserve = new ArrayList<>(List.of(spare()));

  private long bytesMax;
  private int depth;
  private volatile boolean isLeaving;

  Search(Plan plan, ClockUse clock, Consumer<Exploration.Status> listener, BooleanSupplier stop) {
    this.plan = plan;
    this.listener = listener;
    this.stop = stop;
    this.space = new LocalSpace(plan);
    this.circumstances = new Circumstances(plan, new Links(plan.members().size()));
    this.opinions = new Opinions(space);
    this.frontier = new Frontier(plan.effort().keeps());
    this.stepper = new LocalStepper(space, clock);
    this.beginnings = new Beginnings(space, circumstances, opinions, stepper, visited);
    for (int i = 0; i < plan.effort().threads(); i++) {
      LocalStepper own = i == 0 ? stepper : new LocalStepper(space, clock);
      searchers.add(new Searcher(space, circumstances, opinions, own, visited, frontier));
    }
    this.threads = Executors.newFixedThreadPool(plan.effort().threads(), Search::daemon);
    this.memoryMax =
        Math.min(
            plan.effort().memoryBytes(), (long) (HEAP_SHARE * Runtime.getRuntime().maxMemory()));
  }

  private static byte[] spare() {
    return new byte[(int) Math.min(8 << 20, Runtime.getRuntime().maxMemory() / 16)];
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "explore");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    isLeaving = true;
    threads.shutdownNow();
  }

  /** Returns the bounds whose fields nothing has that was found so far. */
  SortedSet<String> unusedBounds() {
    return space.unusedBounds();
  }

  Explored run() {
    long begun = plan.effort().cpuNanos().getAsLong();
    Explored.Violation early = beginnings.into(frontier);
    cpuNanos.addAndGet(plan.effort().cpuNanos().getAsLong() - begun);
    if (early != null) {
      return result(false, "a violation was found", early);
    }
    if (beginnings.isCut()) {
      return result(false, "%,d states are found".formatted(visited.size()), null);
    }
    String reason = null;
    while (reason == null && frontier.advance()) {
      if (depth == plan.bounds().depth()) {
        return result(false, "depth %d is reached".formatted(depth), null);
      }
      reason = levelInMemory();
      Searcher.Found found = found();
      if (found != null) {
        PathReplay replay =
            new PathReplay(space, circumstances, opinions, stepper, frontier, beginnings);
        return result(false, "a violation was found", replay.violation(found));
      }
      depth += frontier.hasNext() ? 1 : 0;
    }
    return reason == null
        ? result(true, "all states are found", null)
        : result(false, reason, null);
  }

  Space space() {
    return new Space(space, circumstances, opinions, stepper, frontier, beginnings);
  }

  /** What is counted is an estimate, and others may use the heap, so it may end before. */
  private @Nullable String levelInMemory() {
    try {
      return level();
    } catch (OutOfMemoryError e) {
      reserve.clear();
      return "the heap of %,d MB is used up".formatted(Runtime.getRuntime().maxMemory() >> 20);
    }
  }

  private @Nullable String level() {
    while (!frontier.isTaken()) {
      round();
      tell();
      if (found() != null) {
        return null;
      }
      String reason = reason();
      if (reason != null) {
        searchers.forEach(Searcher::close);
        return reason;
      }
      if (visited.isFull()) {
        visited.beginToGrow();
        together(i -> visited.grow(i, searchers.size()));
        visited.endOfGrowth();
      }
    }
    searchers.forEach(Searcher::close);
    return null;
  }

  private @Nullable String reason() {
    long bytes = bytes();
    bytesMax = Math.max(bytesMax, bytes);
    if (stop.getAsBoolean()) {
      return "it was stopped";
    }
    if (visited.size() >= plan.bounds().states()) {
      searchers.forEach(Searcher::close); // They have found more than they have handed over.
      return "%,d states are found".formatted(visited.size());
    }
    if (isTooLarge(bytes)) {
      return "%,d MB of memory are used".formatted(memoryMax >> 20);
    }
    return null;
  }

  private boolean isTooLarge(long bytes) {
    return bytes + (visited.isFull() ? visited.bytes() : 0) > memoryMax;
  }

  private long bytes() {
    long spare = 0;
    for (Searcher each : searchers) {
      spare += each.spareBytes();
    }
    return visited.bytes()
        + frontier.bytes()
        + spare
        + space.bytes()
        + circumstances.bytes()
        + opinions.bytes()
        + beginnings.bytes();
  }

  private Searcher.@Nullable Found found() {
    for (Searcher each : searchers) {
      if (each.found() != null) {
        return each.found();
      }
    }
    return null;
  }

  /** All threads expand states for a while, or until somebody has to look after something. */
  private void round() {
    long until = System.nanoTime() + ROUND_NANOS;
    together(i -> part(searchers.get(i), until));
  }

  /** Lets all threads do something, and waits for them; it is given their numbers. */
  private void together(IntConsumer work) {
    if (searchers.size() == 1) {
      timed(work, 0);
      return;
    }
    List<Callable<@Nullable Void>> parts = new ArrayList<>();
    for (int i = 0; i < searchers.size(); i++) {
      int number = i;
      parts.add(() -> timed(work, number));
    }
    try {
      for (Future<@Nullable Void> done : threads.invokeAll(parts)) {
        done.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while searching", e);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    }
  }

  private @Nullable Void timed(IntConsumer work, int number) {
    long begun = plan.effort().cpuNanos().getAsLong();
    try {
      work.accept(number);
    } finally {
      cpuNanos.addAndGet(plan.effort().cpuNanos().getAsLong() - begun);
    }
    return null;
  }

  private static RuntimeException failed(@Nullable Throwable cause) {
    return switch (cause) {
      case Error error -> throw error;
      case RuntimeException mistake -> mistake;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /** Whether somebody has to look after something. What was taken by then has to be expanded. */
  private boolean isInterrupted() {
    return isLeaving
        || stop.getAsBoolean()
        || visited.isFull()
        || visited.size() >= plan.bounds().states()
        || isTooLarge(bytes());
  }

  private void part(Searcher searcher, long until) {
    while (System.nanoTime() < until && !isInterrupted()) {
      Chunk chunk = frontier.take();
      if (chunk == null) {
        break;
      }
      searcher.expand(chunk);
      if (searcher.found() != null) {
        break;
      }
    }
  }

  private void tell() {
    long transitions = searchers.stream().mapToLong(Searcher::transitions).sum();
    listener.accept(
        new Exploration.Status(
            visited.size(),
            transitions,
            depth,
            frontier.waiting(),
            bytes(),
            System.nanoTime() - begunNanos));
  }

  private Explored result(
      boolean exhausted, String reason, Explored.@Nullable Violation violation) {
    searchers.forEach(Searcher::close);
    return new Explored(
        visited.size(),
        searchers.stream().mapToLong(Searcher::transitions).sum(),
        depth,
        exhausted,
        reason,
        cpuNanos.get(),
        space.size(),
        space.packetCount(),
        space.misses(),
        space.pruned() + searchers.stream().mapToLong(Searcher::crowded).sum(),
        Math.max(bytesMax, bytes()),
        space.isSampled(),
        violation);
  }
}
