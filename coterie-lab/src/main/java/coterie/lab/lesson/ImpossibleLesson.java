package coterie.lab.lesson;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.elect.bully.Bully;
import coterie.lab.picture.SpaceTime;
import coterie.lab.picture.instants.Reigns;
import coterie.lab.report.Table;
import coterie.lab.svg.SideBySide;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs one question under several faults and compares what the one that asks has seen when it
 * decides. A last run, without a fault, has to look different: a comparison that finds everything
 * alike would show nothing.
 */
public final class ImpossibleLesson implements Taught {
  private static final String CONTROL = "control";

  /** One run, and what is true in it. */
  private record Told(
      Lesson.Part cause, Scenario scenario, List<TraceEvent> events, Reigns reigns, NodeId self) {
    /** When the one that asks takes itself for the leader; the end of the run if it never does. */
    long decidedAtNanos() {
      return at(
          event ->
              event instanceof TraceEvent.Noted(long at, NodeId node, Note.Leads leads)
                  && node.equals(self));
    }

    /** What the one that asks has seen and done up to that time. */
    List<String> log(long untilNanos) {
      return events.stream()
          .filter(event -> event.atNanos() <= untilNanos && isOwn(event))
          .map(Lines::of)
          .toList();
    }

    private boolean isOwn(TraceEvent event) {
      return event instanceof TraceEvent.OfNode of && of.node().equals(self);
    }

    /** When the other one gets the question, and the first one the answer; the end if never. */
    long askedAtNanos() {
      return at(
          event -> event instanceof TraceEvent.Received got && isOf(got, Bully.Election.class));
    }

    long answeredAtNanos() {
      return at(event -> event instanceof TraceEvent.Received got && isOf(got, Bully.Ok.class));
    }

    private static boolean isOf(TraceEvent.Received received, Class<?> kind) {
      return kind.isInstance(received.message());
    }

    boolean isOtherUp() {
      return events.stream()
          .noneMatch(
              event ->
                  event instanceof TraceEvent.Faulted faulted
                      && faulted.fault() instanceof Fault.Crash);
    }

    private long at(Predicate<TraceEvent> wanted) {
      return events.stream()
          .filter(wanted)
          .mapToLong(TraceEvent::atNanos)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    }
  }

  private final Lesson lesson;
  private final Recipes recipes;
  private final List<Told> runs = new ArrayList<>();
  private final Told control;
  private final long decidedAt;
  private final List<String> log;

  /** Runs it under every fault, and without one. */
  public ImpossibleLesson(Lesson lesson, Recipes recipes) {
    this.lesson = lesson;
    this.recipes = recipes;
    causes(lesson).forEach(cause -> runs.add(run(cause)));
    this.control = runs.removeLast();
    this.decidedAt = runs.getFirst().decidedAtNanos();
    this.log = runs.getFirst().log(decidedAt);
  }

  private static List<Lesson.Part> causes(Lesson lesson) {
    List<Lesson.Part> causes = lesson.parts().subList(1, lesson.parts().size());
    if (!causes.getLast().name().equals(CONTROL)) {
      throw new IllegalStateException(lesson.name() + ": the last part is the control");
    }
    return causes;
  }

  /** The scenarios one after the other, to be changed and run. */
  public static List<String> scenarios(Lesson lesson) {
    List<String> lines = new ArrayList<>();
    for (Lesson.Part cause : causes(lesson)) {
      lines.add("# " + cause.name() + ": " + cause.words());
      lines.addAll(lesson.scenario(Map.of(), cause.name()));
      lines.add("");
    }
    return lines;
  }

  private Told run(Lesson.Part cause) {
    List<String> lines = lesson.scenario(Map.of(), cause.name());
    Scenario scenario = new ScenarioReader(recipes).text(lesson.name(), lines).scenario();
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    List<TraceEvent> events = new ArrayList<>();
    run.trace(EnumSet.allOf(Kind.class), events::add);
    Reigns reigns = new Reigns(run.stage());
    run.run();
    return new Told(cause, scenario, events, reigns, scenario.members().at(0));
  }

  @Override
  public List<String> violations() {
    return difference().isEmpty() ? List.of() : List.of(difference());
  }

  /** What breaks the point of the lesson; empty if nothing does. */
  private String difference() {
    for (Told run : runs) {
      List<String> other = run.log(decidedAt);
      if (!other.equals(log)) {
        return "the run \"%s\" shows another log: %s"
            .formatted(run.cause.name(), first(log, other));
      }
    }
    return control.log(decidedAt).equals(log)
        ? "the log of the run without a fault is the same, so the comparison shows nothing"
        : "";
  }

  /** The first line of the second log that the first one does not have at that place. */
  private static String first(List<String> one, List<String> other) {
    for (int i = 0; i < other.size(); i++) {
      if (i >= one.size() || !one.get(i).equals(other.get(i))) {
        return other.get(i).strip();
      }
    }
    return "it ends earlier";
  }

  @Override
  public void print(PrintWriter out) {
    lesson.text().forEach(out::println);
    out.println();
    out.println("The log of P1, up to its decision:");
    log.forEach(out::println);
    out.println();
    Table table =
        new Table("cause", "what is wrong", "question arrives", "answer arrives", "P1 decides");
    for (Told run : runs) {
      table.add(
          run.cause.name(),
          run.cause.words(),
          time(run.askedAtNanos()),
          time(run.answeredAtNanos()),
          run.isOtherUp() ? "wrongly: P2 is up" : "rightly: P2 is down");
    }
    table.print(out, 5);
    out.println();
    if (difference().isEmpty()) {
      out.printf(
          "All %d logs are equal, line by line, up to %s s. P1 cannot tell the causes apart, and"
              + " neither can any program in its place.%n",
          runs.size(), TimeText.format(decidedAt));
      out.printf(
          "For comparison, a run in which %s: %s%n",
          control.cause.words(), first(log, control.log(decidedAt)));
    }
  }

  private static String time(long atNanos) {
    return atNanos == Long.MAX_VALUE ? "never" : "at %s s".formatted(TimeText.format(atNanos));
  }

  @Override
  public Map<String, @Nullable Object> json() {
    boolean isEqual = difference().isEmpty();
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("equal", isEqual);
    object.put("decidedAt", Json.time(decidedAt));
    object.put("log", log.stream().map(String::strip).toList());
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (Told run : runs) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("cause", run.cause.name());
      one.put("words", run.cause.words());
      one.put("questionArrives", exact(run.askedAtNanos()));
      one.put("answerArrives", exact(run.answeredAtNanos()));
      one.put("isOtherUp", run.isOtherUp());
      all.add(one);
    }
    object.put("runs", all);
    return object;
  }

  private static @Nullable Object exact(long atNanos) {
    return atNanos == Long.MAX_VALUE ? null : Json.time(atNanos);
  }

  /** Draws the runs as space-time diagrams, side by side. */
  @Override
  public String svg() {
    List<String> panels = new ArrayList<>();
    for (Told run : runs) {
      panels.add(
          SpaceTime.svg(
              run.cause.words(),
              run.scenario.members(),
              run.events,
              run.scenario.untilNanos(),
              run.reigns));
    }
    return SideBySide.svg(lesson.title() + " " + lesson.summary(), panels);
  }
}
