package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.lab.Jars;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.util.List;

/** A protocol with its settings, in groups of one size on one network. */
public record Trial<E extends Entrant>(E entrant, int nodes, double loss) {
  /**
   * One run.
   *
   * @param untilFlag the flag to name where that length cannot be
   * @param faults as {@code every} takes them in a scenario
   */
  Scenario scenario(
      Recipes recipes,
      long seed,
      String untilFlag,
      long untilNanos,
      String latency,
      List<String> faults) {
    ScenarioReader reader = new ScenarioReader(recipes);
    String lost = Laboratory.plain(loss);
    reader.statement("", "protocol " + entrant.name());
    reader.statement("--nodes " + nodes, "nodes " + nodes);
    reader.statement("", "seed " + seed);
    reader.statement(untilFlag, "until " + TimeText.format(untilNanos));
    reader.statement("--latency " + latency, "latency " + latency);
    reader.statement("--loss " + lost, "loss " + lost);
    faults.forEach(fault -> reader.statement("", "every " + fault));
    entrant
        .settings()
        .forEach((name, value) -> reader.statement("", "set %s %s".formatted(name, value)));
    return reader.scenario();
  }

  /** The statements of one run, with that word for its seed. */
  String text(String seed, long untilNanos, String latency, List<String> faults) {
    StringBuilder text = new StringBuilder();
    text.append("protocol ").append(entrant.name()).append("\nnodes ").append(nodes);
    text.append("\nseed ").append(seed).append("\nuntil ").append(TimeText.format(untilNanos));
    text.append("\nlatency ").append(latency).append('\n');
    if (loss > 0) {
      text.append("loss ").append(Laboratory.plain(loss)).append('\n');
    }
    faults.forEach(fault -> text.append("every ").append(fault).append('\n'));
    entrant.settings().forEach((name, value) -> text.append("set %s %s\n".formatted(name, value)));
    return text.toString();
  }

  /**
   * The command that shows one run by itself.
   *
   * @param faults as flags, each after a blank
   */
  String replay(long seed, long untilNanos, String latency, String faults) {
    return "./coterie sim%s %s -n %d --seed %d --until %s --latency %s --loss %s%s%s"
        .formatted(
            Jars.flags(List.of(entrant.recipe())),
            entrant.name(),
            nodes,
            seed,
            TimeText.format(untilNanos),
            latency,
            Laboratory.plain(loss),
            faults,
            entrant.flags());
  }
}
