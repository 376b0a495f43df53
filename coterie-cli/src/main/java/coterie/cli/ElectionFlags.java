package coterie.cli;

import coterie.cli.ElectionLaboratory.Candidate;
import coterie.cli.ElectionLaboratory.Victim;
import coterie.core.ElectionRecipe;
import coterie.core.Recipe;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The flags of a comparison of elections, and which others go with them. */
final class ElectionFlags {
  static final String LATENCY = "uniform:200us,1ms";
  static final String DOWN = "2s";
  static final List<String> NODES = List.of("3", "5", "9", "25");
  private static final int CRASHES_MAX = 1_000;

  private static final List<String> OF_DETECTORS =
      List.of(
          "--detectors",
          "--crash-rate",
          "--pauses",
          "--until",
          "--warmup",
          "--quiet",
          "--csv-curve",
          "--html");

  private static final List<String> OF_ELECTIONS = List.of("--crash", "--crashes");

  @Option(
      names = "--elections",
      split = ",",
      paramLabel = "NAME",
      description = "compare elections instead: which, separated by commas")
  private @Nullable List<String> elections;

  @Option(
      names = "--crash",
      paramLabel = "ROLE",
      description = "elections: who crashes, leader or follower; ${DEFAULT-VALUE}")
  private String crash = "leader";

  @Option(
      names = "--crashes",
      paramLabel = "K",
      description = "elections: how many crashes a run has; ${DEFAULT-VALUE}")
  private String crashes = "2";

  boolean areAsked() {
    return elections != null;
  }

  List<String> names() {
    return elections == null ? List.of() : elections;
  }

  /** Throws where a flag was given that the other kind of comparison takes. */
  void check(ParseResult parsed) {
    for (String flag : areAsked() ? OF_DETECTORS : OF_ELECTIONS) {
      if (parsed.hasMatchedOption(flag)) {
        throw new IllegalArgumentException(
            areAsked()
                ? "%s belongs to a comparison of detectors; with --elections there is"
                        .formatted(flag)
                    + " --nodes, --loss, --crash, --crashes, --down, --latency, --seed, --seeds,"
                    + " --set, --threads, --csv, --svg, --json"
                : "%s belongs to a comparison of elections; --elections NAME,NAME asks for one"
                    .formatted(flag));
      }
    }
  }

  ElectionLaboratory laboratory(String latency, String down) {
    return new ElectionLaboratory(
        latency,
        victim(),
        LaboratoryFlags.number("--crashes", crashes, 1, CRASHES_MAX),
        LaboratoryFlags.time("--down", down));
  }

  private Victim victim() {
    for (Victim victim : Victim.values()) {
      if (victim.word().equals(crash)) {
        return victim;
      }
    }
    throw new IllegalArgumentException("--crash %s: leader or follower is wanted".formatted(crash));
  }

  /** The elections of those names, each with its laboratory settings and what was changed. */
  List<Candidate> candidates(Recipes recipes, LaboratoryFlags flags) {
    Map<String, Candidate> chosen = new LinkedHashMap<>();
    for (String name : names()) {
      ElectionRecipe recipe = election(name, recipes);
      if (chosen.put(name, new Candidate(recipe, new TreeMap<>(recipe.laboratory()))) != null) {
        throw new IllegalArgumentException(
            "\"%s\" is named twice; each election is compared once".formatted(name));
      }
    }
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException("--elections names none; there is " + known(recipes));
    }
    flags.change(chosen, "ELECTION.SETTING=VALUE, such as raft.heartbeat=20ms");
    return new ArrayList<>(chosen.values());
  }

  private static ElectionRecipe election(String name, Recipes recipes) {
    if (recipes.has(name) && recipes.named(name) instanceof ElectionRecipe election) {
      return election;
    }
    throw new IllegalArgumentException(
        recipes.has(name)
            ? "%s is no election; there is %s".formatted(name, known(recipes))
            : "there is no election \"%s\"; there is %s".formatted(name, known(recipes)));
  }

  private static String known(Recipes recipes) {
    List<String> names =
        recipes.all().stream().filter(ElectionRecipe.class::isInstance).map(Recipe::name).toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
