package coterie.lab.compare;

import coterie.core.TimeText;
import coterie.lab.Jars;
import coterie.lab.Numbers;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.lab.flag.Given;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionLaboratory.Victim;
import coterie.lab.trial.ElectionTrials;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.MutexTrials;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.lab.trial.RecipeChoice;
import coterie.lab.trial.TrialFlags;
import coterie.lab.trial.TrialWorkers;
import coterie.lab.trial.Trials;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison as it was asked for, by flags. */
public final class ComparisonRequest {
  private static final Map<String, List<String>> OF_DETECTORS =
      Map.of("--nodes", List.of("10", "50"), "--loss", List.of("0", "0.05"));
  private static final Map<String, List<String>> OF_ELECTIONS =
      Map.of(
          "--nodes", List.of("3", "5", "9", "25"),
          "--loss", List.of("0", "0.05"),
          "--latency", List.of("uniform:200us,1ms"),
          "--down", List.of("2s"));

  /** Mutual exclusions go through no faults unless some are asked for. */
  private static final Map<String, List<String>> OF_MUTEXES =
      Map.of(
          "--nodes", List.of("3", "5", "10", "25"),
          "--loss", List.of("0"),
          "--latency", List.of("uniform:1ms,5ms"),
          "--crash-rate", List.of("0"),
          "--down", List.of("2s"),
          "--pauses", List.of("0"),
          "--until", List.of("20s"));

  private static final int CRASHES_MAX = 1_000;

  /** More runs of a row than that make a page too large. */
  private static final int KEPT_MAX = 200;

  private static final String KIND = "compare";

  /** Flags that say how it is run and where it is written. */
  private static final Set<String> NOT_OF_RUNS =
      Set.of(
          "--threads",
          "--shard",
          "--report",
          "--jar",
          "--csv",
          "--csv-curve",
          "--svg",
          "--html",
          "--json",
          "--help");

  /** What {@code --mutexes} alone says. */
  private static final List<String> WITHOUT_NAMES = List.of("all");

  private final ComparedKind subject;
  private final Given given;
  private final TrialFlags flags;
  private final Recipes recipes;
  private final Map<String, List<String>> presumed;

  /**
   * Takes what was asked for.
   *
   * @throws IllegalArgumentException where flags were given that do not go together
   */
  public ComparisonRequest(Given asked, Recipes recipes) {
    this.subject = ComparedKind.of(asked);
    this.presumed =
        switch (subject) {
          case DETECTORS -> OF_DETECTORS;
          case ELECTIONS -> OF_ELECTIONS;
          case MUTEXES -> OF_MUTEXES;
        };
    this.given = asked.presuming(presumed);
    this.flags = new TrialFlags(given);
    this.recipes = recipes;
  }

  /**
   * Runs it.
   *
   * @param hasCurves whether detectors are to be seen with other settings as well
   * @param err shows how far it is
   */
  public Comparison<?, ?> run(boolean hasCurves, PrintWriter err) {
    return Objects.requireNonNull(
        compare(
            hasCurves,
            trials -> {
              TrialWorkers.of(trials).run(err);
              return true;
            }));
  }

  /**
   * Runs it for a page, which shows single runs, too.
   *
   * @param err shows how far it is
   */
  public Comparison<?, ?> runForPage(PrintWriter err) {
    return Objects.requireNonNull(
        compare(
            true,
            trials -> {
              trials.keepRuns(KEPT_MAX);
              TrialWorkers.of(trials).run(err);
              return true;
            }));
  }

  /** Runs a part of it. */
  public ShardReport run(Shard shard, PrintWriter err) {
    List<Map<String, @Nullable Object>> lines = new ArrayList<>();
    compare(
        false,
        trials -> {
          lines.addAll(TrialWorkers.of(trials).run(shard, err));
          return false; // There is nothing to compare before all shards have run.
        });
    return new ShardReport(description(), shard, lines);
  }

  /** Makes the comparison of all shards. */
  public static Comparison<?, ?> merged(List<ShardReport> shards, Recipes recipes) {
    Map<String, @Nullable Object> campaign = shards.getFirst().campaign();
    Given given = new Given(texts(campaign.get("given")), texts(campaign.get("defaults")));
    List<Map<String, @Nullable Object>> lines = new ArrayList<>();
    shards.forEach(shard -> lines.addAll(shard.lines()));
    return Objects.requireNonNull(
        new ComparisonRequest(given, recipes)
            .compare(
                false,
                trials -> {
                  TrialWorkers.of(trials).fold(lines);
                  return true;
                }));
  }

  /** What all shards have in common: all flags that say something of the runs. */
  private Map<String, @Nullable Object> description() {
    Map<String, @Nullable Object> campaign = ShardReport.campaign(KIND);
    campaign.put("given", without(given.values()));
    campaign.put("defaults", without(given.defaults()));
    return campaign;
  }

  private static Map<String, List<String>> without(Map<String, List<String>> flags) {
    Map<String, List<String>> some = new TreeMap<>(flags);
    some.keySet().removeAll(NOT_OF_RUNS);
    return some;
  }

  private static Map<String, List<String>> texts(@Nullable Object flags) {
    Map<String, List<String>> texts = new TreeMap<>();
    if (flags instanceof Map<?, ?> map) {
      map.forEach((name, values) -> texts.put(String.valueOf(name), list(values)));
    }
    return texts;
  }

  private static List<String> list(@Nullable Object values) {
    return values instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** Returns null where the runner says that it has not run all. */
  private @Nullable Comparison<?, ?> compare(boolean hasCurves, Predicate<Trials<?, ?, ?>> runner) {
    return switch (subject) {
      case DETECTORS -> detectors(hasCurves, runner);
      case ELECTIONS -> elections(runner);
      case MUTEXES -> mutexes(runner);
    };
  }

  private @Nullable DetectorComparison detectors(
      boolean hasCurves, Predicate<Trials<?, ?, ?>> runner) {
    List<String> detectors =
        given.has("--detectors") ? given.all("--detectors") : RecipeChoice.DETECTORS.names(recipes);
    List<Contestant> contestants = flags.contestants(detectors, recipes);
    Laboratory laboratory = flags.laboratory();
    ComparisonPlan<Contestant> plan = plan(contestants, RecipeChoice.DETECTORS, laboratory.flags());
    DetectorTrials trials = new DetectorTrials(laboratory, recipes, flags.effort());
    plan.rows().forEach(trials::add);
    if (hasCurves) {
      plan.rows().forEach(row -> DetectorComparison.curve(row).forEach(trials::add));
    }
    return runner.test(trials) ? new DetectorComparison(trials, plan) : null;
  }

  private @Nullable ElectionComparison elections(Predicate<Trials<?, ?, ?>> runner) {
    List<Candidate> candidates =
        RecipeChoice.ELECTIONS.entrants(
            given.all("--elections"),
            recipes,
            recipe -> new Candidate(recipe, new TreeMap<>(recipe.laboratory())),
            flags.changes());
    ElectionLaboratory laboratory =
        new ElectionLaboratory(
            given.value("--latency"),
            victim(given.value("--crash")),
            Numbers.count("--crashes", given.value("--crashes"), 1, CRASHES_MAX),
            flags.time("--down"));
    ComparisonPlan<Candidate> plan = plan(candidates, RecipeChoice.ELECTIONS, laboratory.flags());
    ElectionTrials trials = new ElectionTrials(laboratory, recipes, flags.effort());
    plan.rows().forEach(trials::add);
    return runner.test(trials) ? new ElectionComparison(trials, plan) : null;
  }

  private static Victim victim(String role) {
    for (Victim victim : Victim.values()) {
      if (victim.word().equals(role)) {
        return victim;
      }
    }
    throw new IllegalArgumentException("--crash %s: choose leader or follower".formatted(role));
  }

  private @Nullable MutexComparison mutexes(Predicate<Trials<?, ?, ?>> runner) {
    List<Contender> contenders = contenders();
    Laboratory laboratory = flags.laboratory();
    List<String> times = thinkNanos().stream().map(TimeText::format).toList();
    String demand =
        " --think %s --hold %s --clients %s"
            .formatted(
                String.join(",", times), TimeText.format(holdNanos()), given.value("--clients"));
    ComparisonPlan<Contender> plan =
        plan(contenders, RecipeChoice.MUTEXES, demand + laboratory.flags());
    MutexTrials trials = new MutexTrials(laboratory, recipes, flags.effort());
    plan.rows().forEach(trials::add);
    return runner.test(trials) ? new MutexComparison(trials, plan) : null;
  }

  /** Everybody under every demand. */
  private List<Contender> contenders() {
    List<Contender> named =
        RecipeChoice.MUTEXES.entrants(
            given.all("--mutexes").equals(WITHOUT_NAMES)
                ? RecipeChoice.MUTEXES.names(recipes)
                : given.all("--mutexes"),
            recipes,
            recipe -> Contender.of(recipe, holdNanos(), given.value("--clients")),
            flags.changes());
    if (flags.changed().contains(Contender.THINK)) {
      throw new IllegalArgumentException(
          "--set changes %s; --think TIME,TIME says it for all".formatted(Contender.THINK));
    }
    List<Contender> all = new ArrayList<>();
    for (long think : thinkNanos()) {
      named.forEach(one -> all.add(one.thinking(think)));
    }
    return all;
  }

  private long holdNanos() {
    return Numbers.timeFromZero("--hold", given.value("--hold"));
  }

  private List<Long> thinkNanos() {
    List<Long> nanos =
        given.all("--think").stream()
            .map(text -> Numbers.timeFromZero("--think", text))
            .distinct()
            .toList();
    if (nanos.isEmpty()) {
      throw new IllegalArgumentException("--think names no time; it takes times such as 0,10ms,1s");
    }
    return nanos;
  }

  /**
   * @param conditions what all go through, as flags
   */
  private <E extends Entrant> ComparisonPlan<E> plan(
      List<E> entrants, RecipeChoice<?> choice, String conditions) {
    List<Integer> sizes = said("--nodes").stream().map(TrialFlags::nodes).distinct().toList();
    List<Double> rates = said("--loss").stream().map(TrialFlags::loss).distinct().toList();
    StringBuilder changes = new StringBuilder();
    flags.changes().forEach(change -> changes.append(" --set ").append(change));
    String command =
        "./coterie compare%s %s %s --nodes %s --loss %s%s --seed %d --seeds %s%s"
            .formatted(
                Jars.flags(entrants.stream().map(Entrant::recipe).toList()),
                choice.flag(),
                joined(entrants.stream().map(Entrant::name).distinct().toList()),
                joined(sizes),
                joined(rates.stream().map(Laboratory::plain).toList()),
                conditions,
                flags.firstSeed(),
                given.value("--seeds"),
                changes);
    return new ComparisonPlan<>(entrants, sizes, rates, command);
  }

  private List<String> said(String flag) {
    List<String> values = given.all(flag);
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "%s names none; it takes some such as %s"
              .formatted(flag, joined(presumed.getOrDefault(flag, List.of()))));
    }
    return values;
  }

  private static String joined(List<?> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
