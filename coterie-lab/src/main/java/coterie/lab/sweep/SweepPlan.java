package coterie.lab.sweep;

import coterie.lab.campaign.ShardReport;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A protocol in groups of several sizes, and under which conditions each is swept. */
public final class SweepPlan {
  private static final int NODES_MAX = 100_000;

  /** Without delays a closed port would be noticed at once, which flatters some detectors. */
  private static final String LATENCY = "lognormal:20ms,0.5";

  private final Recipes recipes;
  private final Recipe recipe;
  private final String seed;
  private final @Nullable String latency;
  private final Consumer<ScenarioReader> settings;
  private final boolean isCounter;

  /**
   * Plans a sweep.
   *
   * @param latency the delays; null for those that suit the protocol
   * @param settings adds what is set
   */
  public SweepPlan(
      Recipes recipes,
      Recipe recipe,
      String seed,
      @Nullable String latency,
      Consumer<ScenarioReader> settings) {
    this.recipes = recipes;
    this.recipe = recipe;
    this.seed = seed;
    this.latency = latency;
    this.settings = settings;
    this.isCounter = Sweep.countsEvents(scenario("2", true), recipes);
  }

  /** The period of an election or a mutual exclusion is that of its detector. */
  public static boolean isSwept(Recipe recipe) {
    return recipe.settings().stream().anyMatch(setting -> setting.name().equals(Sweep.PERIOD))
        && !(recipe instanceof ElectionRecipe)
        && !(recipe instanceof MutexRecipe)
        && !(recipe instanceof StoreRecipe);
  }

  /**
   * Plans the runs in groups of these sizes.
   *
   * @param eventsMax how many processes crash and recover, at most
   * @param isEach whether every event has a row
   * @param seeds how many runs of every size there are
   */
  public SweepCampaign campaign(List<String> sizes, int eventsMax, boolean isEach, int seeds) {
    requireRowsMakeSense(isEach);
    List<Sweep> sweeps = new ArrayList<>();
    for (String size : sizes) {
      sweeps.add(new Sweep(scenario(size, isCounter), recipes, eventsMax, isCounter));
    }
    Map<String, @Nullable Object> description = ShardReport.campaign(SweepCampaign.KIND);
    description.put("protocol", recipe.name());
    description.put("sizes", sizes);
    description.put("events", eventsMax);
    description.put("each", isEach);
    description.put("seed", seed);
    description.put("seeds", seeds);
    description.put("latency", latency);
    description.put("settings", scenario("2", isCounter).settings());
    return new SweepCampaign(
        new SweepReport(recipe.name(), Long.parseLong(seed), seeds, sweeps, isCounter, isEach),
        description);
  }

  /** Plans what {@link #campaign} has described. */
  static SweepCampaign read(Map<String, @Nullable Object> description, Recipes recipes) {
    Object latency = description.get("latency");
    SweepPlan plan =
        new SweepPlan(
            recipes,
            recipes.named(String.valueOf(description.get("protocol"))),
            String.valueOf(description.get("seed")),
            latency == null ? null : latency.toString(),
            reader -> readSettings(description.get("settings"), reader));
    List<String> sizes = new ArrayList<>();
    if (description.get("sizes") instanceof List<?> list) {
      list.forEach(size -> sizes.add(String.valueOf(size)));
    }
    return plan.campaign(
        sizes,
        count(description.get("events")),
        Boolean.TRUE.equals(description.get("each")),
        count(description.get("seeds")));
  }

  private static int count(@Nullable Object number) {
    return number instanceof Long count ? Math.toIntExact(count) : 1;
  }

  private static void readSettings(@Nullable Object settings, ScenarioReader reader) {
    if (settings instanceof Map<?, ?> map) {
      map.forEach((name, value) -> reader.statement("", "set %s %s".formatted(name, value)));
    }
  }

  private void requireRowsMakeSense(boolean isEach) {
    Settings chosen = new Settings(recipe.settings(), scenario("2", isCounter).settings());
    if (isEach && recipe instanceof DetectorRecipe detector && !detector.tellsAll(chosen)) {
      throw new IllegalArgumentException(
          "with these settings of %s not every process learns of a crash, so no row has a latency;"
                  .formatted(recipe.name())
              + " leave them out, or leave out --events and --each");
    }
  }

  private Scenario scenario(String size, boolean isOfCounter) {
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "protocol " + recipe.name());
    reader.statement("--nodes " + size, "nodes " + size);
    reader.statement("--seed " + seed, "seed " + seed);
    if (latency != null || !isOfCounter) {
      String model = latency == null ? LATENCY : latency;
      reader.statement("--latency " + model, "latency " + model);
    }
    presumed(isOfCounter)
        .forEach((name, value) -> reader.statement("", "set " + name + " " + value));
    settings.accept(reader);
    Scenario scenario = reader.scenario();
    int count = scenario.members().size();
    if (count < 2 || count > NODES_MAX) {
      throw new IllegalArgumentException(
          "--nodes %d: a sweep takes groups of 2 to %d processes".formatted(count, NODES_MAX));
    }
    return scenario;
  }

  /** Unless others are given: those with which detectors are compared. */
  private Map<String, String> presumed(boolean isOfCounter) {
    if (recipe instanceof DetectorRecipe detector && !isOfCounter) {
      return detector.laboratory();
    }
    boolean hasStart =
        recipe.settings().stream().anyMatch(setting -> setting.name().equals("start"));
    return hasStart ? Map.of("start", "converged") : Map.of();
  }
}
