package coterie.lab.product;

import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.lab.report.Report;
import coterie.lab.report.TraceLines;
import coterie.lab.timeline.Timeline;
import coterie.recipe.DetectorRecipe;
import coterie.sim.RecordedStage;
import coterie.sim.Simulation;
import coterie.sim.check.Judge;
import coterie.sim.check.detect.SuspicionHistory;
import coterie.sim.check.mutex.Entries;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.Step;
import coterie.sim.trace.Json;
import coterie.sim.trace.Narrative;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A scenario that is run for people to see: its lines, its products, and what it came to. */
public final class ShownRun {
  /** How lines are shown. */
  public enum Lines {
    NONE,
    /** Below each other, as they happen. */
    PRINTED,
    /** As a story: what the scenario shows is told. */
    TOLD
  }

  /**
   * What is printed.
   *
   * @param isJson whether one object is all that is printed
   * @param hasTimeline whether a table of all instants is printed before the result
   * @param isJudged whether it is asked how the protocol does as a failure detector
   * @param settled how long "eventually" is; null for a tenth of the run
   * @param entriesMax how many entries of a mutual exclusion are listed; null for a screenful
   */
  public record Wanted(
      Lines lines,
      boolean isJson,
      boolean hasTimeline,
      boolean isJudged,
      @Nullable String settled,
      @Nullable Integer entriesMax) {}

  /** As many entries are listed as fit on a screen with what is said about them. */
  private static final int ENTRIES_MAX = 20;

  /** In larger groups messages that tell of everybody take long to measure. */
  private static final int COUNTED_MAX = 2048;

  private static final int PROGRESS_STEPS = 1000;

  private final ScenarioRun run;
  private final Wanted wanted;
  private final TraceFilter filter;
  private final List<Product> products;
  private final PrintWriter out;
  private final PrintWriter err;

  private ShownRun(
      ScenarioRun run,
      Wanted wanted,
      TraceFilter filter,
      List<Product> products,
      PrintWriter out,
      PrintWriter err) {
    this.run = run;
    this.wanted = wanted;
    this.filter = filter;
    this.products = products;
    this.out = out;
    this.err = err;
  }

  /**
   * Prepares a run.
   *
   * @param narrator hears of the run before all that print it, and may say something about it
   */
  public static ShownRun of(
      Scenario scenario,
      Recipes recipes,
      ScenarioRun.Builder stage,
      Consumer<ScenarioRun> narrator,
      Wanted wanted,
      TraceFilter filter,
      List<Product> products,
      PrintWriter out,
      PrintWriter err) {
    boolean isCounted =
        recipes.named(scenario.protocol()) instanceof DetectorRecipe
            && scenario.members().size() <= COUNTED_MAX;
    ScenarioRun run = new ScenarioRun(isCounted ? scenario.withBytes() : scenario, recipes, stage);
    narrator.accept(run);
    return new ShownRun(run, wanted, filter, products, out, err);
  }

  /** Runs it to its end, and says what it breaks of what its protocol promises. */
  public List<String> run() throws IOException {
    try {
      return runAll();
    } finally {
      products.forEach(Product::close);
    }
  }

  private List<String> runAll() throws IOException {
    Narrative story =
        wanted.lines == Lines.TOLD ? new Narrative(run.scenario().members(), out::println) : null;
    TraceLines printed =
        wanted.lines == Lines.PRINTED
            ? new TraceLines(out, run.stage() instanceof RecordedStage)
            : null;
    if (story != null) {
      run.trace(filter.kinds(), filter.before(story));
    } else if (printed != null) {
      run.trace(filter.kinds(), filter.before(printed));
    }
    Timeline table = wanted.hasTimeline ? new Timeline(run.stage()) : null;
    Report report = new Report(run, extent(), isAsked());
    for (Product product : products) {
      product.attach(run);
    }
    warnOfLateSteps();
    try {
      filter.check(run);
      runWatched(printed != null);
    } finally {
      if (printed != null) {
        printed.end();
      }
    }
    run.remarks().forEach(remark -> err.println("coterie: " + remark));
    for (Product product : products) {
      product.finish(run, err);
    }
    if (story != null) {
      story.end();
    }
    print(report, table);
    return run.violations();
  }

  private void print(Report report, @Nullable Timeline table) {
    List<String> hits = run.hits();
    if (wanted.isJson) {
      Map<String, @Nullable Object> object = report.json();
      if (!hits.isEmpty()) {
        object.put("hits", hits);
      }
      out.println(Json.of(object));
    } else {
      if (wanted.lines != Lines.NONE) {
        out.println();
      }
      if (table != null) {
        table.lines().forEach(out::println);
        out.println();
      }
      report.print(out);
      if (!hits.isEmpty()) {
        out.println();
        hits.forEach(out::println);
      }
    }
    out.flush();
  }

  private boolean isAsked() {
    return wanted.isJudged || wanted.settled != null;
  }

  private Judge.Extent extent() {
    Scenario scenario = run.scenario();
    boolean isDetector = run.judges().appoint(SuspicionHistory::of).isPresent();
    if (!isDetector && isAsked()) {
      throw new IllegalArgumentException(
          "%s takes a failure detector, and %s is not one"
              .formatted(wanted.isJudged ? "--judge" : "--settled", scenario.protocol()));
    }
    long settled =
        wanted.settled == null ? scenario.untilNanos() / 10 : TimeText.parse(wanted.settled);
    if (settled > scenario.untilNanos()) {
      throw new IllegalArgumentException(
          "--settled %s: give a time up to the end of the run at %s"
              .formatted(wanted.settled, TimeText.format(scenario.untilNanos())));
    }
    return new Judge.Extent(scenario.untilNanos(), settled, entriesMax());
  }

  private int entriesMax() {
    if (wanted.entriesMax == null) {
      return ENTRIES_MAX;
    }
    if (run.judge(Entries.class).isEmpty()) {
      throw new IllegalArgumentException(
          "--entries takes a mutual exclusion, and %s is not one"
              .formatted(run.scenario().protocol()));
    }
    return wanted.entriesMax;
  }

  /** Runs to the end, in the simulator in steps, so that a person sees how far it is. */
  private void runWatched(boolean hasLines) {
    boolean isWatched = run.stage() instanceof Simulation && !(hasLines && Progress.hasScreen());
    if (!isWatched) {
      run.run();
      return;
    }
    run.start();
    long until = run.scenario().untilNanos();
    try (Progress progress = Progress.on(err, PROGRESS_STEPS)) {
      for (int i = 1; i <= PROGRESS_STEPS; i++) {
        run.stage().runUntil(i == PROGRESS_STEPS ? until : until / PROGRESS_STEPS * i);
        progress.add(1);
      }
    }
  }

  /** A statement of which something happens before the end needs no warning. */
  private void warnOfLateSteps() {
    Scenario scenario = run.scenario();
    Set<String> late = new TreeSet<>();
    scenario.steps().forEach(step -> late.add(step.where()));
    for (Step step : scenario.steps()) {
      if (step.atNanos() <= scenario.untilNanos()) {
        late.remove(step.where());
      }
    }
    if (!late.isEmpty()) {
      err.printf(
          "coterie: ignored, because the run ends at %s: %s%n",
          TimeText.format(scenario.untilNanos()), String.join(", ", late));
    }
  }
}
