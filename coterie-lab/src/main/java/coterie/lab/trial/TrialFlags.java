package coterie.lab.trial;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.flag.Given;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What flags say about trials: what protocols go through, how often, and with which settings. */
public record TrialFlags(Given given) {
  private static final int NODES_MAX = 10_000;
  private static final int SEEDS_MAX = 1_000_000;
  private static final int THREADS_MAX = 1_024;

  public Laboratory laboratory() {
    long length = time("--until");
    String pauses = given.value("--pauses");
    String[] pause = pauses.split("/", -1);
    double pauseRate = Numbers.rate("--pauses", pause[0], Laboratory.RATE_MAX);
    boolean hasTime = pause.length == 2 && TimeText.isDuration(pause[1]);
    if (pause.length > 2 || (pauseRate > 0 && !(hasTime && TimeText.parse(pause[1]) > 0))) {
      throw new IllegalArgumentException(
          "--pauses %s: takes RATE/TIME, a rate and a time above 0, such as 6/2s for six an hour of two seconds"
              .formatted(pauses));
    }
    return new Laboratory(
        given.value("--latency"),
        Numbers.rate("--crash-rate", given.value("--crash-rate"), Laboratory.RATE_MAX),
        time("--down"),
        pauseRate,
        hasTime ? TimeText.parse(pause[1]) : 0,
        length,
        given.has("--warmup") ? time("--warmup") : length / 6,
        given.has("--quiet") ? time("--quiet") : length / 3);
  }

  /** The value of a flag that takes a time above 0, in nanoseconds. */
  public long time(String flag) {
    return Numbers.time(flag, given.value(flag));
  }

  public Trials.Effort effort() {
    return new Trials.Effort(firstSeed(), seeds(), threads());
  }

  public long firstSeed() {
    String seed = given.value("--seed");
    if (!seed.matches("[0-9]{1,15}")) {
      throw new IllegalArgumentException(
          "--seed %s: give a whole number from 0 with up to 15 digits".formatted(seed));
    }
    return Long.parseLong(seed);
  }

  public int seeds() {
    return Numbers.count("--seeds", given.value("--seeds"), 1, SEEDS_MAX);
  }

  private int threads() {
    return given.has("--threads")
        ? Numbers.count("--threads", given.value("--threads"), 1, THREADS_MAX)
        : Runtime.getRuntime().availableProcessors();
  }

  /** The size of a group. */
  public static int nodes(String text) {
    return Numbers.count("--nodes", text, 2, NODES_MAX);
  }

  public static double loss(String text) {
    return Numbers.probability("--loss", text);
  }

  /** What was changed about whom, as it was given. */
  public List<String> changes() {
    return given.all("--set");
  }

  /** The settings that were changed, of whichever protocol. */
  public Set<String> changed() {
    Set<String> names = new TreeSet<>();
    for (String change : changes()) {
      names.add(change.substring(change.indexOf('.') + 1, change.indexOf('=')));
    }
    return names;
  }

  /** The detectors of those names, each with its laboratory settings and what was changed. */
  public List<Contestant> contestants(List<String> names, Recipes recipes) {
    return RecipeChoice.DETECTORS.entrants(
        names,
        recipes,
        recipe -> new Contestant(recipe, new TreeMap<>(recipe.laboratory())),
        changes());
  }
}
