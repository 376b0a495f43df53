package coterie.lab.session;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.instants.Reigns;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.check.Judge;
import coterie.sim.check.ReportText;
import coterie.sim.check.Violation;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a session: all its events, what each process knew, and what judges say. */
final class LabRun {
  private static final int LINES_MAX = 2000;
  private static final int FOUND_MAX = 10_000;

  private final Scenario scenario;
  private final Recipes recipes;
  private final LabLimits limits;
  private final ScenarioRun run;
  private final EventLog log;
  private final Reigns reigns;
  private @Nullable String stopped;
  private boolean isOver;
  private @Nullable RunIndex index;
  private @Nullable CopyLog copies;

  private LabRun(Scenario scenario, Recipes recipes, LabLimits limits) {
    this.scenario = scenario;
    this.recipes = recipes;
    this.limits = limits;
    Recipe recipe = recipes.named(scenario.protocol());
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    this.run = ScenarioRun.oneOfMany(scenario, recipe, settings, ScenarioRun.builder(scenario));
    this.log = new EventLog(scenario.members());
    this.reigns = new Reigns(run.stage());
    run.stage().watch(log);
    run.trace(EnumSet.allOf(Kind.class), log::add);
  }

  /** Reads a text; nothing is run yet. */
  static LabRun read(String text, Recipes recipes, LabLimits limits) {
    return new LabRun(scenario(text, recipes, limits), recipes, limits);
  }

  /** Reads a text as a scenario that a page can show. */
  static Scenario scenario(String text, Recipes recipes, LabLimits limits) {
    if (text.length() > limits.textMax()) {
      throw new IllegalArgumentException(
          "the scenario has %d characters; the page takes %d at most"
              .formatted(text.length(), limits.textMax()));
    }
    Scenario read = new ScenarioReader(recipes).text("text", above(text)).scenario();
    if (read.members().size() > limits.nodesMax()) {
      throw new IllegalArgumentException(
          "%d processes are too many to be seen; the page takes %d at most, ./coterie sim more"
              .formatted(read.members().size(), limits.nodesMax()));
    }
    return ScenarioRun.measured(read, recipes);
  }

  /** What a trace test expects stands below a line of dashes, and is not read. */
  private static List<String> above(String text) {
    List<String> lines = LabSession.lines(text);
    int rule = lines.indexOf("---");
    return rule < 0 ? lines : lines.subList(0, rule);
  }

  void start() {
    run.start();
  }

  /** What is known before the run. */
  Map<String, @Nullable Object> head() {
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    View members = scenario.members();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      names.add(members.at(i).toString());
    }
    head.put("protocol", scenario.protocol());
    head.put("nodes", names);
    head.put("seed", Long.toString(scenario.setup().seed()));
    head.put("untilNanos", scenario.untilNanos());
    head.put("until", TimeText.format(scenario.untilNanos()));
    head.put("latency", scenario.setup().latency().text());
    head.put("isManual", scenario.isManual());
    head.put("settings", scenario.settings());
    head.put("text", String.join("\n", ScenarioText.lines(scenario, recipes)) + "\n");
    return head;
  }

  /** Goes on for about that many events, and tells how far it is. */
  Map<String, @Nullable Object> advance(int events) {
    if (!isOver) {
      goOn(Math.max(1, events));
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("isOver", isOver);
    answer.put("atNanos", run.stage().now());
    answer.put("events", log.size());
    answer.put("stopped", stopped);
    return answer;
  }

  private void goOn(int events) {
    try {
      if (scenario.isManual()) {
        run.playOut();
        isOver = true;
      } else {
        long target = run.stage().events() + events;
        isOver =
            !run.stage()
                .runUntil(
                    () -> run.stage().events() >= target || log.size() >= limits.eventsMax(),
                    scenario.untilNanos());
      }
      if (!isOver && log.size() >= limits.eventsMax()) {
        stop(
            "The run was stopped at %s, after %,d events; give it an earlier end, fewer processes or slower ones."
                .formatted(TimeText.format(run.stage().now()), log.size()));
      }
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      stop(String.valueOf(LabSession.error(e).get("message")));
    }
  }

  private void stop(String why) {
    stopped = why;
    isOver = true;
  }

  private RunIndex index() {
    if (index == null || index.size() != log.size()) {
      index = new RunIndex(log, run.stage().now(), reigns.all(), objections());
    }
    return index;
  }

  private List<Violation> objections() {
    return isOver ? run.objections() : List.of();
  }

  LabAnswer columns() {
    return index().columns();
  }

  private int checked(int event) {
    if (event >= log.size()) {
      throw new IllegalArgumentException(
          "there is no event %d; the run has %d".formatted(event, log.size()));
    }
    return event;
  }

  /** Returns the lines of events, from the first to before the last. */
  List<String> lines(int from, int to) {
    List<String> lines = new ArrayList<>();
    for (int i = from; i < Math.min(Math.min(to, from + LINES_MAX), log.size()); i++) {
      lines.add(Lines.what(log.get(i)));
    }
    return lines;
  }

  Map<String, @Nullable Object> event(int event) {
    return index().event(checked(event));
  }

  Object states(int event) {
    return index().states(checked(event));
  }

  /** Returns how a field, such as {@code Bully.phase}, went on at a process. */
  List<Object> watch(int node, String field) {
    return index().watch(node, field);
  }

  /** Returns what has a request of its own, for all events at once. */
  Object whole(String what) {
    return switch (what) {
      case "vectors" -> RunVectors.of(log);
      case "opinions" -> RunOpinions.of(log);
      case "stamps" -> RunStamps.of(log);
      default -> secondRun().timeline();
    };
  }

  private SecondRun secondRun() {
    return new SecondRun(scenario, recipes.named(scenario.protocol()), log.size());
  }

  /** Returns what each copy of replicated data shows at an event. */
  List<Object> copies(int event) {
    if (copies == null) {
      copies = secondRun().copies();
    }
    return copies.at(checked(event));
  }

  /** Returns the events whose line has the words, in whatever case. */
  List<Integer> find(String words) {
    String wanted = words.strip().toLowerCase(Locale.ROOT);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < log.size() && found.size() < FOUND_MAX; i++) {
      if (Lines.rest(log.get(i)).toLowerCase(Locale.ROOT).contains(wanted)) {
        found.add(i);
      }
    }
    return found;
  }

  /** Returns what the judges say: their sections as data, and what was broken. */
  Map<String, @Nullable Object> report() {
    Judge.Extent extent = new Judge.Extent(run.stage().now(), run.stage().now() / 10, 50);
    List<Object> sections = new ArrayList<>();
    for (Judge judge : run.judges().all()) {
      List<Object> parts = new ArrayList<>();
      for (ReportText.Part part : judge.section(extent).text().parts()) {
        parts.add(
            switch (part) {
              case ReportText.Line line -> Map.of("line", line.text());
              case ReportText.Rows rows ->
                  Map.of("left", rows.toTheLeft(), "head", rows.head(), "rows", texts(rows.rows()));
            });
      }
      if (!parts.isEmpty()) {
        sections.add(Map.of("judge", judge.name(), "parts", parts));
      }
    }
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("sections", sections);
    report.put("violations", index().violations());
    report.put("remarks", run.remarks());
    report.put("hits", run.hits());
    return report;
  }

  private static List<List<String>> texts(List<List<Object>> rows) {
    return rows.stream().map(row -> row.stream().map(Object::toString).toList()).toList();
  }

  EventLog log() {
    return log;
  }

  /** Returns a schedule by hand that does the same up to that event. */
  String handSchedule(int event) {
    return HandSchedule.upTo(scenario, log, event < 0 ? event : checked(event), recipes);
  }

  /** Returns the methods of the protocols of a process, each with its number of arguments. */
  String calls(int node) {
    if (node >= scenario.members().size()) {
      throw new IllegalArgumentException(
          "there is no process %d; the run has %d".formatted(node, scenario.members().size()));
    }
    return CallByName.offers(run.stage().protocols(scenario.members().at(node)));
  }

  /** Returns the run as a log for ShiViz, and how many events it leaves out. */
  Map<String, Object> shiviz() {
    return secondRun().shiviz();
  }

  String svg() {
    List<TraceEvent> events = new ArrayList<>(log.all());
    List<Violation> broken = objections();
    return SpaceTime.svg(
        "%s, seed %d".formatted(scenario.protocol(), scenario.setup().seed()),
        scenario.members(),
        events,
        run.stage().now(),
        reigns.all(),
        broken.isEmpty() ? List.of() : broken.getFirst().conflict());
  }
}
