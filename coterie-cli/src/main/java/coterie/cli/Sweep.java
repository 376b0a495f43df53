package coterie.cli;

import coterie.core.NodeId;
import coterie.core.Recipe;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import coterie.sim.Stage;
import coterie.sim.check.Diagnosis;
import coterie.sim.check.Diagnosis.Diagnosed;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One group of one size: its processes crash and recover in turn, each event at a random moment of
 * a period, and the next one only when the last was diagnosed, or when twice as many periods have
 * passed as there are processes, which no diagnosis takes.
 */
final class Sweep {
  /** The setting that says how long a round takes. */
  static final String PERIOD = "period";

  static final List<String> MEASURES = List.of("tests", "rounds", "latency");

  private final Scenario scenario;
  private final Recipes recipes;
  private final long periodNanos;
  private final int chosen;
  private final Map<String, Spread> spreads = new LinkedHashMap<>();
  private int undiagnosed;

  Sweep(Scenario scenario, Recipes recipes, int eventsMax) {
    this.scenario = scenario;
    this.recipes = recipes;
    Recipe recipe = recipes.named(scenario.protocol());
    this.periodNanos = new Settings(recipe.settings(), scenario.settings()).nanos(PERIOD);
    this.chosen = Math.min(size(), eventsMax);
    MEASURES.forEach(measure -> spreads.put(measure, new Spread()));
  }

  int size() {
    return scenario.members().size();
  }

  int events() {
    return 2 * chosen;
  }

  int undiagnosed() {
    return undiagnosed;
  }

  Map<String, Spread> spreads() {
    return spreads;
  }

  /** About how many tests it takes: a round of all for every process that must hear of it. */
  long work() {
    return (long) events() * size() * size();
  }

  void run(Progress progress) {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    run.start();
    Stage stage = run.stage();
    Diagnosis diagnosis = run.diagnosis();
    if (diagnosis == null) {
      throw new IllegalArgumentException(
          "%s has no tests and rounds to count; a failure detector is measured by coterie compare"
              .formatted(scenario.protocol()));
    }
    SeededRandom random = new SeededRandom(scenario.setup().seed(), 0x53EE9);
    for (NodeId node : choose(random)) {
      event(stage, diagnosis, random, new Fault.Crash(node));
      event(stage, diagnosis, random, new Fault.Recover(node));
      progress.add(work() / chosen);
    }
    diagnosis.events().forEach(this::count);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("nodes", size());
    json.put("events", events());
    json.put("undiagnosed", undiagnosed);
    spreads.forEach((measure, spread) -> json.put(measure, spread.json()));
    return json;
  }

  private void event(Stage stage, Diagnosis diagnosis, SeededRandom random, Fault fault) {
    stage.runFor(1 + random.below(periodNanos));
    stage.inject(fault);
    long limit = stage.now() + (2L * size() + 2) * periodNanos;
    stage.runUntil(diagnosis::isSettled, limit);
  }

  private List<NodeId> choose(SeededRandom random) {
    View members = scenario.members();
    List<NodeId> nodes = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      nodes.add(members.at(i));
    }
    // A partial Fisher-Yates shuffle; all of them are taken in order.
    for (int i = 0; i < chosen && chosen < nodes.size(); i++) {
      int other = i + (int) random.below(nodes.size() - i);
      NodeId node = nodes.get(i);
      nodes.set(i, nodes.get(other));
      nodes.set(other, node);
    }
    return nodes.subList(0, chosen);
  }

  private void count(Diagnosed diagnosed) {
    Long latency = diagnosed.latencyNanos();
    if (latency == null) {
      undiagnosed++;
      return;
    }
    spread("tests").add((double) diagnosed.tests());
    spread("rounds").add((double) diagnosed.rounds());
    spread("latency").add((double) latency / TimeText.SECOND);
  }

  private Spread spread(String measure) {
    return spreads.computeIfAbsent(measure, key -> new Spread());
  }
}
