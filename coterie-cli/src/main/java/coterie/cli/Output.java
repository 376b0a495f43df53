package coterie.cli;

import coterie.core.DetectorRecipe;
import coterie.core.StoreRecipe;
import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.lab.TextFiles;
import coterie.lab.live.Recordings;
import coterie.lab.picture.Panels;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.VersionGraph;
import coterie.lab.picture.instants.Reigns;
import coterie.lab.report.Judgement;
import coterie.lab.report.Report;
import coterie.lab.report.ShiViz;
import coterie.lab.report.TraceLines;
import coterie.lab.sweep.Sweep;
import coterie.lab.timeline.Timeline;
import coterie.sim.Simulation;
import coterie.sim.check.Copies;
import coterie.sim.check.Suspicions;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.Step;
import coterie.sim.scenario.TraceFile;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Narrative;
import coterie.sim.trace.TraceEvent;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run leaves behind: lines, JSON, a picture, and a table at the end. */
final class Output {
  private static final int DRAWN_MAX = 64;

  /** As many entries are listed as fit on a screen with what is said about them. */
  private static final int ENTRIES_MAX = 20;

  /** In larger groups messages that tell of everybody take long to measure. */
  private static final int COUNTED_MAX = 2048;

  private static final int PROGRESS_STEPS = 1000;

  @Mixin private TraceFlags lines;

  @Option(names = "--jsonl", paramLabel = "FILE", description = "write the whole run as JSON lines")
  private @Nullable Path jsonl;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw the space-time diagram")
  private @Nullable Path svg;

  @Option(
      names = "--versions",
      paramLabel = "FILE",
      description =
          "draw the versions that are remembered at the end, of a protocol that keeps them, such as"
              + " documents: siblings, merges, and what each was made from")
  private @Nullable Path versions;

  @Option(
      names = "--steps",
      paramLabel = "FILE",
      description =
          "draw a panel for every test of a protocol that counts events, such as vring: what every"
              + " process knows after it")
  private @Nullable Path steps;

  @Option(
      names = "--shiviz",
      paramLabel = "FILE",
      description = "write the run as a log for ShiViz, which draws it in a browser")
  private @Nullable Path shiviz;

  @Option(
      names = "--record",
      paramLabel = "FOLDER",
      description = "record every process into a file of its own, to be replayed")
  private @Nullable Path record;

  @Option(
      names = "--timeline",
      description =
          "print a table before the result: a row for every instant at which something changed, a"
              + " column for every process")
  private boolean timeline;

  @Option(names = "--json", description = "print one JSON object, and nothing else")
  private boolean json;

  @Option(
      names = "--judge",
      description =
          "judge a protocol that counts events, such as vring, as a failure detector as well; other"
              + " detectors always are")
  private boolean judge;

  @Option(
      names = "--settled",
      paramLabel = "TIME",
      description =
          "\"eventually\" means for at least this long before the end (default: a tenth of the"
              + " run)")
  private @Nullable String settled;

  @Option(
      names = "--entries",
      paramLabel = "COUNT",
      description = "number of entries to list, or all (default: 20)")
  private @Nullable String entries;

  private @Nullable TraceFile named;
  private @Nullable Consumer<ScenarioRun> narrator;

  /** Somebody hears of the run before all that print it, and may say something about it. */
  Output toldBy(Consumer<ScenarioRun> newNarrator) {
    narrator = newNarrator;
    return this;
  }

  int run(Scenario scenario, Recipes recipes, CommandLine command) throws IOException {
    return run(scenario, recipes, Simulation::new, command, false);
  }

  /** The same on another stage. */
  int run(Scenario scenario, Recipes recipes, ScenarioRun.Builder builder, CommandLine command)
      throws IOException {
    return run(scenario, recipes, builder, command, false);
  }

  /** The same, as a story: what the scenario shows is told unless lines are asked for. */
  int tell(Scenario scenario, Recipes recipes, CommandLine command) throws IOException {
    return tell(scenario, recipes, Simulation::new, command);
  }

  int tell(Scenario scenario, Recipes recipes, ScenarioRun.Builder builder, CommandLine command)
      throws IOException {
    return run(scenario, recipes, builder, command, !lines.isTrace() && !json);
  }

  /** Whether one object is all that is printed. */
  boolean isJson() {
    return json;
  }

  private int run(
      Scenario scenario,
      Recipes recipes,
      ScenarioRun.Builder builder,
      CommandLine command,
      boolean isTold)
      throws IOException {
    check(scenario, recipes);
    checkVersions(scenario, recipes);
    Set<Kind> kinds = lines.kinds(scenario);
    boolean isCounted =
        recipes.named(scenario.protocol()) instanceof DetectorRecipe
            && scenario.members().size() <= COUNTED_MAX;
    ScenarioRun run =
        new ScenarioRun(isCounted ? scenario.withBytes() : scenario, recipes, builder);
    if (narrator != null) {
      narrator.accept(run);
    }
    PrintWriter out = command.getOut();
    Narrative story = isTold ? new Narrative(scenario.members(), out::println) : null;
    TraceLines printed =
        story == null && lines.isAsked() && !json
            ? new TraceLines(out, run.stage() instanceof Simulation)
            : null;
    if (story != null) {
      run.trace(kinds, lines.filter(story));
    } else if (printed != null) {
      run.trace(kinds, lines.filter(printed));
    }
    Timeline table = timeline && !json ? new Timeline(run.stage()) : null;
    Reigns reigns = new Reigns(run.stage());
    List<TraceEvent> drawn = new ArrayList<>();
    if (svg != null || steps != null) {
      run.trace(drawnKinds(), drawn::add);
    }
    ShiViz log = shiviz == null ? null : new ShiViz(run.stage());
    Report report = new Report(run, judgement(run, scenario), entriesMax(run, scenario));
    warnOfLateSteps(scenario, command.getErr());
    try (Recordings recordings = Recordings.of(run, record)) {
      runWithLines(run, command.getErr(), printed != null);
      recordings.finish();
    } finally {
      if (printed != null) {
        printed.end();
      }
    }
    run.remarks().forEach(remark -> command.getErr().println("coterie: " + remark));
    draw(run, scenario, drawn, reigns);
    if (steps != null) {
      writeSteps(scenario, drawn, steps, command.getErr());
    }
    if (log != null && shiviz != null) {
      write(log, shiviz, command.getErr());
    }
    if (story != null) {
      story.end();
    }
    print(out, report, table, run.hits(), isTold || printed != null);
    return violations(run, command.getErr());
  }

  private void draw(ScenarioRun run, Scenario scenario, List<TraceEvent> drawn, Reigns reigns)
      throws IOException {
    if (svg != null) {
      TextFiles.write(svg, picture(scenario, drawn, reigns));
    }
    Copies copies = run.copies();
    if (versions != null && copies != null) {
      TextFiles.write(versions, VersionGraph.svg(name(scenario), copies.lineages()));
    }
  }

  private static String name(Scenario scenario) {
    return "%s, seed %d".formatted(scenario.protocol(), scenario.setup().seed());
  }

  /** A narrator tells what the picture shows, and its sentences would lie over the arrows. */
  private Set<Kind> drawnKinds() {
    return narrator == null
        ? EnumSet.allOf(Kind.class)
        : EnumSet.complementOf(EnumSet.of(Kind.SENTENCES));
  }

  private static String picture(Scenario scenario, List<TraceEvent> events, Reigns reigns) {
    return SpaceTime.svg(name(scenario), scenario.members(), events, scenario.untilNanos(), reigns);
  }

  /** Takes the names of steps from a trace test, for the run that is its own. */
  void nameSteps(@Nullable TraceFile from) {
    named = from;
  }

  private void writeSteps(Scenario scenario, List<TraceEvent> events, Path file, PrintWriter err)
      throws IOException {
    SortedMap<Integer, String> letters =
        named == null ? new TreeMap<>() : named.letters(scenario.shown(), events);
    String name = scenario.protocol() + ": what every process knows after each test";
    TextFiles.write(file, Panels.svg(name, scenario.members(), events, letters));
    int leftOut = Panels.leftOut(scenario.members(), events, letters);
    if (leftOut > 0) {
      err.printf(
          "coterie: %s holds the first %d steps; %d more are left out%n",
          file, Panels.STEPS_MAX, leftOut);
    }
  }

  private void print(
      PrintWriter out,
      Report report,
      @Nullable Timeline table,
      List<String> hits,
      boolean hasLines) {
    if (json) {
      Map<String, @Nullable Object> object = report.json();
      if (!hits.isEmpty()) {
        object.put("hits", hits);
      }
      out.println(Json.of(object));
    } else {
      if (hasLines) {
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

  private static void write(ShiViz log, Path file, PrintWriter err) throws IOException {
    TextFiles.write(file, log.text());
    if (log.leftOut() > 0) {
      err.printf(
          "coterie: %s holds the first %d events; %d more are left out%n",
          file, ShiViz.EVENTS_MAX, log.leftOut());
    }
  }

  /** A run that breaks what its protocol promises has failed. */
  private static int violations(ScenarioRun run, PrintWriter err) {
    List<String> violations = run.violations();
    violations.forEach(sentence -> err.println("coterie: " + sentence));
    return violations.isEmpty() ? 0 : Main.FAILED;
  }

  private @Nullable Judgement judgement(ScenarioRun run, Scenario scenario) {
    Suspicions suspicions = run.judge();
    if (suspicions == null && (judge || settled != null)) {
      throw new IllegalArgumentException(
          "%s takes a failure detector, and %s is not one"
              .formatted(judge ? "--judge" : "--settled", scenario.protocol()));
    }
    long marginNanos = settled == null ? scenario.untilNanos() / 10 : TimeText.parse(settled);
    if (marginNanos > scenario.untilNanos()) {
      throw new IllegalArgumentException(
          "--settled %s: give a time up to the end of the run at %s"
              .formatted(settled, TimeText.format(scenario.untilNanos())));
    }
    boolean isAsked = judge || settled != null;
    return suspicions == null ? null : new Judgement(suspicions, marginNanos, isAsked);
  }

  private int entriesMax(ScenarioRun run, Scenario scenario) {
    if (entries == null) {
      return ENTRIES_MAX;
    }
    if (run.entries() == null) {
      throw new IllegalArgumentException(
          "--entries takes a mutual exclusion, and %s is not one".formatted(scenario.protocol()));
    }
    if (entries.equals("all")) {
      return Integer.MAX_VALUE;
    }
    if (!entries.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "--entries takes a whole number from 0, or all, not \"%s\"".formatted(entries));
    }
    return Integer.parseInt(entries);
  }

  private void runWithLines(ScenarioRun run, PrintWriter err, boolean hasLines) throws IOException {
    boolean isWatched = run.stage() instanceof Simulation && !(hasLines && Progress.hasScreen());
    Runnable work = isWatched ? () -> runWatched(run, err) : run::run;
    if (jsonl == null) {
      lines.check(run);
      work.run();
      return;
    }
    try (BufferedWriter writer = Files.newBufferedWriter(jsonl)) {
      run.trace(EnumSet.allOf(Kind.class), event -> write(writer, Json.line(event)));
      lines.check(run);
      work.run();
    } catch (UncheckedIOException e) {
      throw new IOException("cannot write %s: %s".formatted(jsonl, e.getMessage()), e);
    }
  }

  /** Runs to the end in steps, so that a person sees how far it is. */
  private static void runWatched(ScenarioRun run, PrintWriter err) {
    run.start();
    long until = run.scenario().untilNanos();
    try (Progress progress = Progress.on(err, PROGRESS_STEPS)) {
      for (int i = 1; i <= PROGRESS_STEPS; i++) {
        run.stage().runUntil(i == PROGRESS_STEPS ? until : until / PROGRESS_STEPS * i);
        progress.add(1);
      }
    }
  }

  private static void write(BufferedWriter writer, String line) {
    try {
      writer.write(line);
      writer.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(Scenario scenario, Recipes recipes) {
    if (json && lines.isAsked()) {
      throw new IllegalArgumentException(
          "--json prints one object and no lines; --jsonl FILE writes the lines, or leave out one"
              + " of the two");
    }
    if (jsonl != null) {
      TextFiles.requireWritable(jsonl);
    }
    checkDrawn("--svg", svg, scenario, DRAWN_MAX);
    checkDrawn("--shiviz", shiviz, scenario, DRAWN_MAX);
    checkDrawn("--steps", steps, scenario, Panels.NODES_MAX);
    if (steps != null && !Sweep.countsEvents(scenario, recipes)) {
      throw new IllegalArgumentException(
          "--steps takes a protocol that tests others and counts events, such as vring, and %s is"
                  .formatted(scenario.protocol())
              + " not one");
    }
  }

  private void checkVersions(Scenario scenario, Recipes recipes) {
    if (versions == null) {
      return;
    }
    TextFiles.requireWritable(versions);
    boolean keeps =
        recipes.named(scenario.protocol()) instanceof StoreRecipe store && store.keepsHistory();
    if (!keeps) {
      throw new IllegalArgumentException(
          "--versions takes a protocol that remembers versions, such as documents, and %s does not"
              .formatted(scenario.protocol()));
    }
  }

  private static void checkDrawn(String flag, @Nullable Path file, Scenario scenario, int most) {
    if (file == null) {
      return;
    }
    TextFiles.requireWritable(file);
    if (scenario.members().size() > most) {
      throw new IllegalArgumentException(
          "%s draws up to %d processes, not %d".formatted(flag, most, scenario.members().size()));
    }
  }

  /** A statement of which something happens before the end needs no warning. */
  private static void warnOfLateSteps(Scenario scenario, PrintWriter err) {
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
