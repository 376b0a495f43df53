package coterie.sim.explore.monitor;

import coterie.core.View;
import coterie.recipe.Settings;
import coterie.sim.check.Judge;
import coterie.sim.check.JudgedRecipe;
import coterie.sim.explore.Monitor;
import java.util.ArrayList;
import java.util.List;

/**
 * A protocol that says what must never happen to it. Its monitors judge every engine: they are part
 * of the states of a search, and they watch each simulated run.
 */
public interface MonitoredRecipe extends JudgedRecipe {
  /** Returns what a group of these members is held to. */
  List<Monitor<?>> monitors(View members, Settings settings);

  @Override
  default List<Judge> judges(Judge.Run run) {
    List<Judge> judges = new ArrayList<>();
    for (Monitor<?> monitor : monitors(run.stage().members(), run.settings())) {
      judges.add(new MonitorJudge(run.stage(), List.of(monitor)));
    }
    return judges;
  }
}
