package coterie.lab.explore;

import coterie.lab.campaign.Interruption;
import coterie.sim.explore.Plan;
import coterie.sim.explore.cycle.FairCycles;
import coterie.sim.explore.encode.EncodingException;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import coterie.sim.manual.ManualStage;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ManualRun;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A search at work. It shows on a terminal how far it has come, and Ctrl-C ends it early, so that
 * what was found so far can be told: until it is closed, the JVM does not end.
 */
public final class Exploring implements AutoCloseable {
  private final ExplorePlan plan;
  private final Recipes recipes;
  private final StatusLine line;
  private final AtomicReference<@Nullable Exploration> running = new AtomicReference<>();
  private final Interruption interruption = new Interruption(this::stop);

  /**
   * @param err where a terminal shows how far the search has come
   */
  public Exploring(ExplorePlan plan, Recipes recipes, PrintWriter err) {
    this.plan = plan;
    this.recipes = recipes;
    this.line = StatusLine.on(err);
  }

  /** Returns whether somebody wants to see what was found so far. */
  public boolean isInterrupted() {
    return interruption.isAsked();
  }

  /** Searches; where deviations are bounded, with none at first and then with ever more. */
  public Explored run() {
    int most = plan.plan().bounds().deviations();
    Explored found = null;
    for (int deviations = Math.min(most, 0); deviations <= most; deviations++) {
      found = run(deviations);
      boolean isOver = found.violation() != null || !found.exhausted() || isInterrupted();
      if (isOver && !isDeepEnough(found)) {
        break;
      }
    }
    if (found == null) {
      throw new IllegalStateException("nothing was searched");
    }
    requireEvents(found);
    return found;
  }

  /** A search in which nothing happens would look as if a promise was kept. */
  private void requireEvents(Explored found) {
    if (found.exhausted() && found.transitions() == 0 && found.violation() == null) {
      if (found.pruned() > 0) {
        throw new IllegalArgumentException(
            "every first event of %s leads beyond --bound or --pending; give larger values"
                .formatted(plan.scenario().protocol()));
      }
      ManualStage stage = ManualRun.stage(plan.scenario(), recipes);
      stage.start();
      throw new IllegalArgumentException(
          "in %s nothing happens by itself: no alarm runs, no message is in flight; give --call"
                  .formatted(plan.scenario().protocol())
              + " with a method: "
              + CallByName.offers(stage.protocols(plan.plan().members().at(0))));
    }
  }

  /** A bound on depth does not keep a search with more deviations from finding more. */
  private boolean isDeepEnough(Explored found) {
    return found.violation() == null
        && !isInterrupted()
        && found.depth() == plan.plan().bounds().depth();
  }

  private Explored run(int deviations) {
    Plan.Bounds all = plan.plan().bounds();
    Plan.Bounds bounds =
        new Plan.Bounds(all.depth(), all.states(), all.pending(), deviations, all.values());
    Exploration exploration = new Exploration(plan.plan().withBounds(bounds), line::show);
    running.set(exploration);
    if (isInterrupted()) {
      exploration.stop();
    }
    try {
      Explored found = exploration.run();
      requireFields(found, exploration.unusedBounds());
      return withCycles(found, exploration);
    } catch (EncodingException e) {
      throw new IllegalArgumentException(
          "%s cannot be explored: %s".formatted(plan.scenario().protocol(), e.getMessage()), e);
    } finally {
      line.clear();
    }
  }

  /** A bound of nothing is a mistake in its name. */
  private static void requireFields(Explored found, List<String> unusedBounds) {
    if (!unusedBounds.isEmpty() && found.violation() == null) {
      throw new IllegalArgumentException(
          "--bound %s: no process and no message has such a field; give the name of one, as in"
                  .formatted(unusedBounds.getFirst())
              + " term=3 or Raft.term=3");
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

  private void stop() {
    Exploration exploration = running.get();
    if (exploration != null) {
      exploration.stop();
    }
  }

  /** To be called when what was found has been told. */
  @Override
  public void close() {
    interruption.close();
  }
}
