package coterie.cli;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.trial.Choice;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The flags that describe what detectors go through, and with which settings. */
final class LaboratoryFlags {
  static final int NODES_MAX = 10_000;
  private static final int SEEDS_MAX = 1_000_000;
  private static final int THREADS_MAX = 1_024;

  @Option(names = "--latency", paramLabel = "MODEL")
  String latency = "lognormal:20ms,0.5";

  @Option(names = "--crash-rate", paramLabel = "R")
  private String crashRate = "6";

  @Option(names = "--down", paramLabel = "TIME")
  String down = "20s";

  @Option(names = "--pauses", paramLabel = "R/TIME")
  private String pauses = "6/2s";

  @Option(names = "--until", paramLabel = "TIME")
  private String until;

  @Option(names = "--warmup", paramLabel = "TIME")
  private @Nullable String warmup;

  @Option(names = "--quiet", paramLabel = "TIME")
  private @Nullable String quiet;

  @Option(names = "--seed", paramLabel = "S")
  private String seed = "1";

  @Option(names = "--set", paramLabel = "NAME.SETTING=VALUE")
  private List<String> changes = List.of();

  @Option(names = "--threads", paramLabel = "K")
  private @Nullable String threads;

  /**
   * @param until how long a run is by default
   */
  LaboratoryFlags(String until) {
    this.until = until;
  }

  /** Takes these values for flags that were not given. */
  void presume(Map<String, String> values, ParseResult parsed) {
    values.forEach(
        (flag, value) -> {
          if (!parsed.hasMatchedOption(flag)) {
            presume(flag, value);
          }
        });
  }

  private void presume(String flag, String value) {
    switch (flag) {
      case "--latency" -> latency = value;
      case "--crash-rate" -> crashRate = value;
      case "--down" -> down = value;
      case "--pauses" -> pauses = value;
      case "--until" -> until = value;
      default -> throw new IllegalArgumentException("nothing is presumed about " + flag);
    }
  }

  Laboratory laboratory() {
    long length = Numbers.time("--until", until);
    String[] pause = pauses.split("/", -1);
    double pauseRate = Numbers.rate("--pauses", pause[0], Laboratory.RATE_MAX);
    boolean hasTime = pause.length == 2 && TimeText.isDuration(pause[1]);
    if (pause.length > 2 || (pauseRate > 0 && !(hasTime && TimeText.parse(pause[1]) > 0))) {
      throw new IllegalArgumentException(
          "--pauses %s: takes RATE/TIME, a rate and a time above 0, such as 6/2s for six an hour of two seconds"
              .formatted(pauses));
    }
    return new Laboratory(
        latency,
        Numbers.rate("--crash-rate", crashRate, Laboratory.RATE_MAX),
        Numbers.time("--down", down),
        pauseRate,
        hasTime ? TimeText.parse(pause[1]) : 0,
        length,
        warmup == null ? length / 6 : Numbers.time("--warmup", warmup),
        quiet == null ? length / 3 : Numbers.time("--quiet", quiet));
  }

  long firstSeed() {
    if (!seed.matches("[0-9]{1,15}")) {
      throw new IllegalArgumentException(
          "--seed %s: give a whole number from 0 with up to 15 digits".formatted(seed));
    }
    return Long.parseLong(seed);
  }

  int threads() {
    return threads == null
        ? Runtime.getRuntime().availableProcessors()
        : Numbers.count("--threads", threads, 1, THREADS_MAX);
  }

  /** What was changed about the detectors, as flags, each after a blank. */
  String changes() {
    StringBuilder text = new StringBuilder();
    changes.forEach(change -> text.append(" --set ").append(change));
    return text.toString();
  }

  /** What was changed about whom, as it was given. */
  List<String> given() {
    return changes;
  }

  /** The settings that were changed, of whichever detector. */
  Set<String> changed() {
    Set<String> names = new TreeSet<>();
    changes.forEach(
        change -> names.add(change.substring(change.indexOf('.') + 1, change.indexOf('='))));
    return names;
  }

  static int seeds(String text) {
    return Numbers.count("--seeds", text, 1, SEEDS_MAX);
  }

  static int nodes(String text) {
    return Numbers.count("--nodes", text, 2, NODES_MAX);
  }

  /** The detectors of those names, each with its laboratory settings and what was changed. */
  List<Contestant> contestants(List<String> names, Recipes recipes) {
    return Choice.DETECTORS.entrants(
        names,
        recipes,
        recipe -> new Contestant(recipe, new TreeMap<>(recipe.laboratory())),
        changes);
  }
}
