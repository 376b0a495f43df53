package coterie.lab.sweep;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.Progress;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.SeededRandom;
import coterie.sim.Stage;
import coterie.sim.check.detect.Detections;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.detect.Verdict;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * One group of one size: its processes crash and recover in turn, each event at a random moment of
 * a period, and the next one only when the last was diagnosed, or when twice as many periods have
 * passed as there are processes, which no diagnosis takes. Of a failure detector that counts no
 * events, it is measured when all have noticed each of them.
 */
public final class Sweep {
  /** The setting that says how long a round takes. */
  public static final String PERIOD = "period";

  /** Of a protocol that counts events. */
  static final List<String> DIAGNOSIS = List.of("tests", "rounds", "latency");

  /** Of any other failure detector. */
  static final List<String> DETECTION = List.of("messages", "crash latency", "recovery latency");

  /** A detector takes some periods to be sure, however few processes there are. */
  private static final int PERIODS_MIN = 60;

  private final Scenario scenario;
  private final Recipes recipes;
  private final long periodNanos;
  private final int chosen;
  private final Map<String, Spread> spreads = new LinkedHashMap<>();
  private final List<SweptEvent> rows = new ArrayList<>();
  private final boolean isCounter;
  private int undiagnosed;
  private int runs;

  /**
   * @param isCounter whether the protocol counts events
   */
  public Sweep(Scenario scenario, Recipes recipes, int eventsMax, boolean isCounter) {
    this.scenario = scenario;
    this.recipes = recipes;
    Recipe recipe = recipes.named(scenario.protocol());
    this.periodNanos = new Settings(recipe.settings(), scenario.settings()).nanos(PERIOD);
    this.chosen = Math.min(size(), eventsMax);
    this.isCounter = isCounter;
    measures(isCounter).forEach(measure -> spreads.put(measure, new Spread()));
  }

  public static List<String> measures(boolean isCounter) {
    return isCounter ? DIAGNOSIS : DETECTION;
  }

  /** Whether the protocol counts events, so that their diagnosis is measured. */
  public static boolean countsEvents(Scenario scenario, Recipes recipes) {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    run.start();
    return run.judge(Diagnosis.class).isPresent();
  }

  public int size() {
    return scenario.members().size();
  }

  /** How many events there were, in all runs together. */
  public int events() {
    return 2 * chosen * runs;
  }

  public int undiagnosed() {
    return undiagnosed;
  }

  public Map<String, Spread> spreads() {
    return spreads;
  }

  /** Every event, in order. */
  public List<SweptEvent> rows() {
    return rows;
  }

  /** About how many tests a run takes: a round of all for every process that must hear of it. */
  public long work() {
    return 2L * chosen * size() * size();
  }

  /**
   * Runs the group with that seed, and returns what became of every event. Many threads may do that
   * at a time.
   */
  public List<SweptEvent> measure(long seed, Progress progress) {
    Scenario seeded = scenario.withSetup(scenario.setup().withSeed(seed));
    ScenarioRun run = new ScenarioRun(seeded, recipes);
    if (isCounter) {
      Diagnosis diagnosis = started(run).judge(Diagnosis.class).orElseThrow();
      run(run.stage(), seed, diagnosis::isSettled, progress);
      return diagnosis.events().stream().map(one -> SweptEvent.of(seed, size(), one)).toList();
    } else if (recipes.named(scenario.protocol()) instanceof DetectorRecipe detector) {
      Detections detections = new Detections(run.stage(), Verdict.of(detector));
      run(started(run).stage(), seed, detections::isSettled, progress);
      return detections.events().stream().map(one -> SweptEvent.of(seed, size(), one)).toList();
    } else {
      throw new IllegalArgumentException(
          "%s neither counts events nor is a failure detector; sweep takes one of these"
              .formatted(scenario.protocol()));
    }
  }

  private static ScenarioRun started(ScenarioRun run) {
    run.start();
    return run;
  }

  private void run(Stage stage, long seed, BooleanSupplier isSettled, Progress progress) {
    SeededRandom random = new SeededRandom(seed, 0x53EE9);
    for (NodeId node : choose(random)) {
      event(stage, isSettled, random, new Fault.Crash(node));
      event(stage, isSettled, random, new Fault.Recover(node));
      progress.add(work() / chosen);
    }
  }

  private void event(Stage stage, BooleanSupplier isSettled, SeededRandom random, Fault fault) {
    stage.runFor(1 + random.below(periodNanos));
    stage.inject(fault);
    long periods = isCounter ? 2L * size() + 2 : Math.max(2L * size() + 2, PERIODS_MIN);
    stage.runUntil(isSettled, stage.now() + periods * periodNanos);
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

  /** Counts the events of a run; runs come in the order of their seeds. */
  public void add(List<SweptEvent> events) {
    runs++;
    rows.addAll(events);
    events.forEach(this::count);
  }

  private void count(SweptEvent event) {
    Long latency = event.latencyNanos();
    if (latency == null) {
      undiagnosed++;
      return;
    }
    double seconds = (double) latency / TimeText.SECOND;
    if (isCounter) {
      spread("tests").add((double) event.count("tests"));
      spread("rounds").add((double) event.count("rounds"));
      spread("latency").add(seconds);
      return;
    }
    if (event.isCrash()) {
      spread("messages").add((double) event.count("messages"));
    }
    spread(event.isCrash() ? "crash latency" : "recovery latency").add(seconds);
  }

  private Spread spread(String measure) {
    return spreads.computeIfAbsent(measure, key -> new Spread());
  }
}
