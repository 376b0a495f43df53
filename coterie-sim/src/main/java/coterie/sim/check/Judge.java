package coterie.sim.check;

import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Stage;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Judges a run: whether it kept the promises of its protocol, and what it came to. A judge is a
 * witness of the run from before its start, and is asked when time does not pass.
 *
 * <p>A static method {@code of(Run)} makes it where it applies; the list of these methods is {@link
 * coterie.sim.scenario.Judges}.
 */
public interface Judge {
  /**
   * A run that is to be judged.
   *
   * @param sink takes findings that belong into the trace, at their moment
   */
  record Run(Stage stage, Recipe recipe, Settings settings, Consumer<Record> sink) {
    /** Returns the recipe if it is of that type. */
    public <R extends Recipe> Optional<R> recipe(Class<R> type) {
      return Optional.of(recipe).filter(type::isInstance).map(type::cast);
    }
  }

  /**
   * How much of a run is told.
   *
   * @param untilNanos when the run was to end
   * @param settledNanos how long "eventually" is, up to the end
   * @param rowsMax how many rows of a table of unlimited length are listed
   */
  record Extent(long untilNanos, long settledNanos, int rowsMax) {}

  /** Returns the word by which a report names it. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** Returns what has gone against the promises of the protocol, each as a sentence. */
  default List<String> violations() {
    return List.of();
  }

  /** Returns the events that conflict in the first violation; empty if it cannot tell. */
  default List<Moment> conflict() {
    return List.of();
  }

  /** Returns what the run came to. */
  Section section(Extent extent);
}
