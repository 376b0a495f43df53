package coterie.lab.compare;

import coterie.lab.trial.Entrant;
import coterie.lab.trial.Trial;
import java.util.ArrayList;
import java.util.List;

/**
 * What is compared with what: everybody in groups of every size on every network.
 *
 * @param command the command that gives the same figures, with everything said that it takes for
 *     granted
 */
public record ComparisonPlan<E extends Entrant>(
    List<E> entrants, List<Integer> sizes, List<Double> losses, String command) {
  public ComparisonPlan {
    entrants = List.copyOf(entrants);
    sizes = List.copyOf(sizes);
    losses = List.copyOf(losses);
  }

  /** The trials of the table, in its order. */
  public List<Trial<E>> rows() {
    List<Trial<E>> rows = new ArrayList<>();
    for (int size : sizes) {
      for (double loss : losses) {
        entrants.forEach(one -> rows.add(new Trial<>(one, size, loss)));
      }
    }
    return rows;
  }
}
