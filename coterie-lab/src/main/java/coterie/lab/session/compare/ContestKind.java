package coterie.lab.session.compare;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.flag.Given;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionLaboratory.Victim;
import coterie.lab.trial.ElectionOutcome;
import coterie.lab.trial.ElectionRun;
import coterie.lab.trial.ElectionTrials;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.MutexOutcome;
import coterie.lab.trial.MutexTrials;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.lab.trial.RecipeChoice;
import coterie.lab.trial.TrialFlags;
import coterie.lab.trial.Trials;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.sim.check.detect.Quality;
import coterie.sim.scenario.Recipes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a page can compare.
 *
 * @param word its name in requests
 * @param title a heading
 * @param choice the protocols
 * @param defaults the conditions, by key, that a page begins with; no others can be given
 * @param maker makes an entrant with the settings that it is compared with
 * @param trials makes the trials of these conditions
 */
record ContestKind<T extends Recipe, E extends Entrant, R extends Record, O>(
    String word,
    String title,
    RecipeChoice<T> choice,
    Map<String, String> defaults,
    BiFunction<T, Given, E> maker,
    BiFunction<TrialFlags, Recipes, Trials<E, R, O>> trials,
    Function<TrialFlags, Long> length,
    ComparisonData<O> data) {

  private static Map<String, String> values(String... pairs) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return values;
  }

  static final ContestKind<DetectorRecipe, Contestant, Quality, DetectorOutcome> DETECTORS =
      new ContestKind<>(
          "detectors",
          "Failure detectors",
          RecipeChoice.DETECTORS,
          values(
              "nodes",
              "8",
              "loss",
              "0.05",
              "latency",
              "lognormal:20ms,0.5",
              "crash-rate",
              "60",
              "down",
              "20s",
              "pauses",
              "0",
              "until",
              "120s",
              "seed",
              "1",
              "seeds",
              "10"),
          (recipe, given) -> new Contestant(recipe, new TreeMap<>(recipe.laboratory())),
          (flags, recipes) ->
              new DetectorTrials(flags.laboratory(), recipes, flags.effort(), false),
          flags -> flags.time("--until"),
          ComparisonData.ofDetectors(false));

  static final ContestKind<ElectionRecipe, Candidate, ElectionRun.Result, ElectionOutcome>
      ELECTIONS =
          new ContestKind<>(
              "elections",
              "Elections",
              RecipeChoice.ELECTIONS,
              values(
                  "nodes",
                  "5",
                  "loss",
                  "0",
                  "latency",
                  "uniform:200us,1ms",
                  "crash",
                  "leader",
                  "crashes",
                  "2",
                  "down",
                  "5s",
                  "seed",
                  "1",
                  "seeds",
                  "20"),
              (recipe, given) -> new Candidate(recipe, new TreeMap<>(recipe.laboratory())),
              (flags, recipes) -> new ElectionTrials(elections(flags), recipes, flags.effort()),
              flags -> elections(flags).untilNanos(),
              ComparisonData.ofElections());

  static final ContestKind<MutexRecipe, Contender, MutexOutcome.Run, MutexOutcome> LOCKS =
      new ContestKind<>(
          "locks",
          "Locks",
          RecipeChoice.MUTEXES,
          values(
              "nodes",
              "5",
              "loss",
              "0",
              "latency",
              "uniform:1ms,5ms",
              "think",
              "10ms",
              "hold",
              "10ms",
              "clients",
              "all",
              "crash-rate",
              "0",
              "down",
              "2s",
              "pauses",
              "0",
              "until",
              "10s",
              "seed",
              "1",
              "seeds",
              "10"),
          (recipe, given) ->
              Contender.of(
                      recipe,
                      Numbers.timeFromZero("--hold", given.value("--hold")),
                      given.value("--clients"))
                  .thinking(Numbers.timeFromZero("--think", given.value("--think"))),
          (flags, recipes) -> new MutexTrials(flags.laboratory(), recipes, flags.effort()),
          flags -> flags.time("--until"),
          ComparisonData.ofLocks());

  static List<ContestKind<?, ?, ?, ?>> all() {
    return List.of(DETECTORS, ELECTIONS, LOCKS);
  }

  static ContestKind<?, ?, ?, ?> named(String word) {
    return all().stream()
        .filter(kind -> kind.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown kind \"%s\"; choose detectors, elections or locks".formatted(word)));
  }

  private static ElectionLaboratory elections(TrialFlags flags) {
    Given given = flags.given();
    String role = given.value("--crash");
    if (!role.equals("leader") && !role.equals("follower")) {
      throw new IllegalArgumentException("--crash %s: choose leader or follower".formatted(role));
    }
    return new ElectionLaboratory(
        given.value("--latency"),
        role.equals("leader") ? Victim.LEADER : Victim.FOLLOWER,
        Numbers.count("--crashes", given.value("--crashes"), 1, 100),
        flags.time("--down"));
  }

  /** The entrant of that name with the settings that it is compared with, and those changes. */
  E entrant(String name, Map<String, String> changes, Given given, Recipes recipes) {
    List<String> changed =
        changes.entrySet().stream()
            .map(one -> "%s.%s=%s".formatted(name, one.getKey(), one.getValue()))
            .toList();
    return choice
        .entrants(List.of(name), recipes, recipe -> maker.apply(recipe, given), changed)
        .getFirst();
  }

  /** How much a run takes, as pairs of processes times simulated seconds. */
  double work(TrialFlags flags, int nodes) {
    return (double) nodes * nodes * length.apply(flags) / TimeText.SECOND;
  }
}
