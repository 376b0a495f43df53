package coterie.cli;

import coterie.lab.Numbers;
import coterie.lab.trial.Choice;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionLaboratory.Victim;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a comparison of elections, and which others go with them. */
final class ElectionFlags {
  /** What elections go through by default. */
  static final Map<String, String> PRESUMED =
      Map.of("--latency", "uniform:200us,1ms", "--down", "2s");

  static final List<String> NODES = List.of("3", "5", "9", "25");
  private static final int CRASHES_MAX = 1_000;

  @Option(names = "--elections", split = ",", paramLabel = "NAME")
  private @Nullable List<String> elections;

  @Option(names = "--crash", paramLabel = "ROLE")
  private String crash = "leader";

  @Option(names = "--crashes", paramLabel = "K")
  private String crashes = "2";

  List<String> names() {
    return elections == null ? List.of() : elections;
  }

  ElectionLaboratory laboratory(String latency, String down) {
    return new ElectionLaboratory(
        latency,
        victim(),
        Numbers.count("--crashes", crashes, 1, CRASHES_MAX),
        Numbers.time("--down", down));
  }

  private Victim victim() {
    for (Victim victim : Victim.values()) {
      if (victim.word().equals(crash)) {
        return victim;
      }
    }
    throw new IllegalArgumentException("--crash %s: choose leader or follower".formatted(crash));
  }

  /** The elections of those names, each with its laboratory settings and what was changed. */
  List<Candidate> candidates(Recipes recipes, LaboratoryFlags flags) {
    return Choice.ELECTIONS.entrants(
        names(),
        recipes,
        recipe -> new Candidate(recipe, new TreeMap<>(recipe.laboratory())),
        flags.given());
  }
}
