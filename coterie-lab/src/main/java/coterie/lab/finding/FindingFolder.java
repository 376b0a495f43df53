package coterie.lab.finding;

import coterie.lab.TextFiles;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.check.Moment;
import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** The files of a report. */
final class FindingFolder {
  static final String README = "README.md";
  static final String SCENARIO = "finding.scenario";
  static final String SVG = "finding.svg";
  static final String TRACE = "finding.trace";

  private final Path folder;

  FindingFolder(Path folder) {
    this.folder = folder;
  }

  static Path fresh(Path parent, String protocol) {
    for (int i = 1; ; i++) {
      Path folder = parent.resolve("coterie-finding-%s-%d".formatted(protocol, i));
      if (!Files.exists(folder)) {
        return folder;
      }
    }
  }

  void write(
      Recipes recipes,
      Scenario scenario,
      Violation violation,
      FindingText.Origin origin,
      String program)
      throws IOException {
    requireEmpty();
    List<String> scenarioLines = new ArrayList<>();
    scenarioLines.add("# " + violation.sentence());
    scenarioLines.addAll(ScenarioText.lines(scenario, recipes));
    Shown shown = new Shown(scenario, recipes);
    List<String> trace = shown.trace(scenario);
    Files.createDirectories(folder);
    write(SCENARIO, scenarioLines);
    List<String> traceTest = new ArrayList<>(scenarioLines);
    traceTest.add("---");
    traceTest.addAll(trace);
    traceTest.addAll(shown.violations.stream().map(sentence -> "broken: " + sentence).toList());
    write(TRACE, traceTest);
    TextFiles.write(folder.resolve(SVG), shown.svg(scenario, violation));
    TextFiles.write(
        folder.resolve(TestText.className(scenario.protocol()) + ".java"),
        TestText.of(scenario.protocol(), violation.sentence(), scenarioLines));
    TextFiles.write(
        folder.resolve(README),
        FindingText.readme(
            new FindingText.Report(
                scenario.protocol(),
                violation.judge(),
                violation.sentence(),
                FindingText.command(program, folder),
                scenarioLines,
                trace,
                RunSize.of(scenario, recipes),
                origin)));
  }

  private void write(String file, List<String> lines) throws IOException {
    TextFiles.write(folder.resolve(file), String.join("\n", lines) + "\n");
  }

  private void requireEmpty() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "%s is a file; a report takes a folder that is empty or not there yet".formatted(folder));
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "%s is not empty; a report takes a folder that is empty or not there yet"
                .formatted(folder));
      }
    }
  }

  /** The run with all that happened in it. */
  private static final class Shown {
    private final List<TraceEvent> events = new ArrayList<>();
    private final Reigns reigns;
    private final long endNanos;
    private final List<String> violations;

    Shown(Scenario scenario, Recipes recipes) {
      ScenarioRun run = new ScenarioRun(scenario, recipes);
      this.reigns = new Reigns(run.stage());
      run.trace(EnumSet.allOf(Kind.class), events::add);
      List<String> found = new ArrayList<>();
      try {
        run.run();
        found.addAll(run.violations());
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        found.add(String.valueOf(e.getMessage()));
      }
      this.violations = found;
      this.endNanos = run.stage().now();
    }

    List<String> trace(Scenario scenario) {
      return events.stream()
          .filter(event -> scenario.shown().contains(Kind.of(event)))
          .map(Lines::of)
          .toList();
    }

    String svg(Scenario scenario, Violation violation) {
      List<Moment> conflict = violation.conflict().isEmpty() ? last() : violation.conflict();
      List<TraceEvent> told = new ArrayList<>();
      long startNanos = events.isEmpty() ? 0 : events.getFirst().atNanos();
      told.add(new TraceEvent.Said(startNanos, violation.sentence()));
      told.addAll(events);
      return SpaceTime.svg(
          scenario.protocol(), scenario.members(), told, endNanos, reigns, conflict);
    }

    /** What happened last is nearest to what is wrong. */
    private List<Moment> last() {
      for (TraceEvent event : events.reversed()) {
        if (event instanceof TraceEvent.OfNode of && !(event instanceof TraceEvent.Knows)) {
          return List.of(new Moment(event.atNanos(), of.node()));
        }
      }
      return List.of();
    }
  }
}
