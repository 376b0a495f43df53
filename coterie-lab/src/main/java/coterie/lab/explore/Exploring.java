package coterie.lab.explore;

import coterie.sim.explore.Plan;
import coterie.sim.explore.cycle.FairCycles;
import coterie.sim.explore.encode.EncodingException;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A search at work. It shows on a terminal how far it has come, and Ctrl-C ends it early, so that
 * what was found so far can be told: until it is closed, the JVM does not end.
 */
public final class Exploring implements AutoCloseable {
  private static final long PRINTING_SECONDS = 10;

  private final ExplorePlan plan;
  private final StatusLine line;
  private final AtomicReference<@Nullable Exploration> running = new AtomicReference<>();
  private final CountDownLatch told = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "explore-interrupted");
  private volatile boolean isInterrupted;

  /**
   * @param err where a terminal shows how far the search has come
   */
  public Exploring(ExplorePlan plan, PrintWriter err) {
    this.plan = plan;
    this.line = StatusLine.on(err);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Searches; where deviations are bounded, with none at first and then with ever more. */
  public Explored run() {
    int most = plan.plan().bounds().deviations();
    Explored found = null;
    for (int deviations = Math.min(most, 0); deviations <= most; deviations++) {
      found = run(deviations);
      boolean isOver = found.violation() != null || !found.exhausted() || isInterrupted;
      if (isOver && !isDeepEnough(found)) {
        break;
      }
    }
    if (found == null) {
      throw new IllegalStateException("nothing was searched");
    }
    return found;
  }

  /** A bound on depth does not keep a search with more deviations from finding more. */
  private boolean isDeepEnough(Explored found) {
    return found.violation() == null
        && !isInterrupted
        && found.depth() == plan.plan().bounds().depth();
  }

  private Explored run(int deviations) {
    Plan.Bounds all = plan.plan().bounds();
    Plan.Bounds bounds =
        new Plan.Bounds(all.depth(), all.states(), all.pending(), deviations, all.values());
    Exploration exploration = new Exploration(plan.plan().withBounds(bounds), line::show);
    running.set(exploration);
    if (isInterrupted) {
      exploration.stop();
    }
    try {
      return withCycles(exploration.run(), exploration);
    } catch (EncodingException e) {
      throw new IllegalArgumentException(
          "%s cannot be explored: %s".formatted(plan.scenario().protocol(), e.getMessage()), e);
    } finally {
      line.clear();
    }
  }

  private Explored withCycles(Explored found, Exploration exploration) {
    if (plan.goals().isEmpty() || !found.exhausted() || found.violation() != null) {
      return found;
    }
    long needed = FairCycles.bytes(found.states(), found.transitions());
    if (needed + found.bytes() > plan.plan().effort().memoryBytes()) {
      throw new IllegalArgumentException(
          "--liveness: to search %,d states for cycles takes %,d MB of memory; --memory allows %s"
              .formatted(
                  found.states(),
                  (needed + found.bytes()) >> 20,
                  ExploreFlags.bytes(plan.plan().effort().memoryBytes())));
    }
    return found.with(FairCycles.search(plan.plan(), exploration.space()));
  }

  private void interrupted() {
    isInterrupted = true;
    Exploration exploration = running.get();
    if (exploration != null) {
      exploration.stop();
    }
    try {
      if (!told.await(PRINTING_SECONDS, TimeUnit.SECONDS)) {
        return; // The JVM ends, whatever was left to tell.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** To be called when what was found has been told. */
  @Override
  public void close() {
    told.countDown();
    if (!isInterrupted) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // The JVM ends already.
      }
    }
  }
}
