package coterie.lab.finding;

import coterie.lab.TextFiles;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.instants.EventOrder;
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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** Makes a folder: of two processes that want the same name, one gets the next. */
  static Path fresh(Path parent, String protocol) throws IOException {
    for (int i = 1; ; i++) {
      Path folder = parent.resolve("coterie-finding-%s-%d".formatted(protocol, i));
      if (isMade(folder)) {
        return folder;
      }
    }
  }

  private static boolean isMade(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
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
    claim();
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

  /** Makes the first file, which only one of two processes can. */
  private void claim() throws IOException {
    Files.createDirectories(folder);
    try {
      Files.createFile(folder.resolve(SCENARIO));
    } catch (FileAlreadyExistsException e) {
      throw notEmpty(e);
    }
  }

  private IllegalArgumentException notEmpty(@Nullable Exception cause) {
    return new IllegalArgumentException(
        "%s is not empty; a report takes a folder that is empty or not there yet".formatted(folder),
        cause);
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
        throw notEmpty(null);
      }
    }
  }

  /** The run with all that happened in it. */
  private static final class Shown {
    private final List<TraceEvent> events = new ArrayList<>();
    private final EventOrder order;
    private final Reigns reigns;
    private final long endNanos;
    private final List<String> violations;

    Shown(Scenario scenario, Recipes recipes) {
      ScenarioRun run = new ScenarioRun(scenario, recipes);
      this.reigns = new Reigns(run.stage());
      this.order = new EventOrder(run.stage());
      run.trace(EnumSet.allOf(Kind.class), this::add);
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

    private void add(TraceEvent event) {
      events.add(event);
      order.add(event);
    }

    List<String> trace(Scenario scenario) {
      return events.stream()
          .filter(event -> scenario.shown().contains(Kind.of(event)))
          .map(Lines::of)
          .toList();
    }

    String svg(Scenario scenario, Violation violation) {
      List<Moment> conflict = violation.conflict().isEmpty() ? last() : violation.conflict();
      boolean isManual = scenario.isManual();
      List<TraceEvent> shown = isManual ? order.events() : events;
      List<TraceEvent> told = new ArrayList<>();
      long startNanos = shown.isEmpty() ? 0 : shown.getFirst().atNanos();
      told.add(new TraceEvent.Said(startNanos, violation.sentence()));
      told.addAll(shown);
      return SpaceTime.svg(
          isManual ? scenario.protocol() + ", a row for every event" : scenario.protocol(),
          scenario.members(),
          told,
          isManual ? order.rowNanos() : endNanos,
          isManual ? order.reigns() : reigns.all(),
          isManual ? order.rows(conflict) : conflict);
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
