package coterie.sim.check;

import coterie.recipe.Recipe;
import java.util.List;

/**
 * A protocol that brings judges of its own: those of its runs, beside the judges of the family to
 * which it belongs. A protocol that belongs to no family has no others.
 */
public interface JudgedRecipe extends Recipe {
  /** Makes the judges of a run, before its start. */
  List<Judge> judges(Judge.Run run);
}
