package coterie.sim.explore.search;

import coterie.sim.explore.Plan;
import coterie.sim.explore.local.ClockException;
import coterie.sim.explore.local.ClockUse;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Explores a group: every order of deliveries, alarms, calls and a bounded number of faults,
 * breadth first, so that the first violation that is found has a shortest path.
 */
public final class Exploration {
  /**
   * How far a search has got.
   *
   * @param depth how many events the paths have that are followed now
   * @param frontier how many states wait for their successors
   * @param bytes how much memory is held, about
   * @param nanos since the search began
   */
  public record Status(
      long states, long transitions, int depth, long frontier, long bytes, long nanos) {}

  private final Plan plan;
  private final Consumer<Status> listener;
  private volatile boolean isStopped;
  private @Nullable Space space;
  private List<String> unusedBounds = List.of();

  public Exploration(Plan plan) {
    this(plan, status -> {});
  }

  /**
   * Prepares a search.
   *
   * @param listener is told every now and then
   */
  public Exploration(Plan plan, Consumer<Status> listener) {
    this.plan = plan;
    this.listener = listener;
    if (plan.model().order() == Plan.Order.SET && plan.model().timing() == Plan.Timing.SYNC) {
      throw new IllegalArgumentException(
          "with timing sync no alarm expires while a message is in flight, and in a set all"
              + " messages stay in flight; take timing any or another network");
    }
    if (plan.bounds().deviations() >= 0 && plan.model().order() != Plan.Order.MULTISET) {
      throw new IllegalArgumentException(
          "deviations are counted where messages may arrive in any order; take network multiset");
    }
  }

  /** Returns all states after a search that keeps them. */
  public Space space() {
    if (space == null) {
      throw new IllegalStateException("states are there after a run whose plan keeps them");
    }
    return space;
  }

  /** Returns after a search the bounds whose fields nothing has that was found. */
  public List<String> unusedBounds() {
    return unusedBounds;
  }

  /** Lets the search end soon; any thread may call it. */
  public void stop() {
    isStopped = true;
  }

  /**
   * Searches.
   *
   * @throws coterie.sim.explore.encode.EncodingException if a protocol cannot be explored
   */
  public Explored run() {
    ClockUse clock = ClockUse.RELATIVE;
    while (true) {
      try (Search search = new Search(plan, clock, listener, () -> isStopped)) {
        Explored explored = search.run();
        space = plan.effort().keeps() ? search.space() : null;
        unusedBounds = List.copyOf(search.unusedBounds());
        return explored;
      } catch (ClockException e) {
        clock = e.use();
      }
    }
  }
}
