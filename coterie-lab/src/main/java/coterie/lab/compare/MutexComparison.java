package coterie.lab.compare;

import coterie.core.Cost;
import coterie.core.TimeText;
import coterie.lab.chart.SizePlot;
import coterie.lab.report.Digits;
import coterie.lab.report.ElectionReport;
import coterie.lab.report.Page;
import coterie.lab.report.Table;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.MutexOutcome;
import coterie.lab.trial.MutexTrials;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.lab.trial.Trial;
import coterie.sim.check.Estimate;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A comparison of mutual exclusions as a table, as CSV, as JSON, as a picture. */
public final class MutexComparison implements Comparison {
  /** What a reader of the table alone would take for something else. */
  private static final String LEGEND =
      """
      msgs/entry: of the mutex itself, for entries that have ended; all msgs/s: in the whole group, with
      those of a detector or an election below. wait: from asking to entering; sync delay: from one
      leaving to the next entering while somebody waits, on average; fairness: Jain's index; two
      inside: runs in which two were inside at one instant. docs/mutexes-compare.md has every column.
      """;

  private static final String LEGEND_OF_FAULTS =
      """
      mistakes: how often a detector suspected a process that was up, in a run; mistaken: runs with
      such a mistake; blocked: runs at whose end somebody waits and nobody has entered for QUIET s.
      """;

  private static final List<List<String>> MEANINGS =
      List.of(
          List.of("think", "Mean time from leaving to asking again."),
          List.of("entries/s", "Entries of the whole group in a second."),
          List.of(
              "msgs/entry",
              "Messages of the mutual exclusion itself, for entries that have ended."),
          List.of("by formula", "What the textbooks or a count by hand say, from least to most."),
          List.of(
              "all msgs/s",
              "Messages of the whole group in a second, with those of a detector or an election."),
          List.of("wait p50, p99", "From asking to entering: half, and 99 of 100, are as fast."),
          List.of(
              "sync delay",
              "Mean time from one leaving to the next entering, while somebody waits."),
          List.of("fairness", "Jain's index of the entries of all who asked; 1 is best."),
          List.of("two inside", "The share of runs in which two were inside at one instant."));

  private static final List<List<String>> MEANINGS_OF_FAULTS =
      List.of(
          List.of("mistakes", "How often a detector suspected a process that was up, in a run."),
          List.of("mistaken", "The share of runs with such a mistake."),
          List.of(
              "blocked",
              "The share of runs at whose end somebody waits and nobody has entered recently."));

  private final MutexTrials trials;
  private final ComparisonPlan<Contender> plan;

  public MutexComparison(MutexTrials trials, ComparisonPlan<Contender> plan) {
    this.trials = trials;
    this.plan = plan;
  }

  @Override
  public void print(PrintWriter out) {
    boolean hasFaults = hasFaults();
    List<Map<String, String>> rows =
        plan.rows().stream().map(trial -> cells(trial, hasFaults)).toList();
    Table table = new Table(rows.getFirst().keySet().toArray(String[]::new));
    rows.forEach(row -> table.add(row.values().toArray()));
    table.print(out, isLossShown() ? 4 : 3);
    out.println();
    out.println(conditions());
    LEGEND.lines().forEach(out::println);
    if (hasFaults) {
      String quiet = TimeText.format(trials.laboratory().quietNanos());
      LEGEND_OF_FAULTS.replace("QUIET", quiet).lines().forEach(out::println);
    }
    formulas().forEach((name, cost) -> out.println("messages of %s: %s".formatted(name, cost)));
    out.println("The same again: " + plan.command());
  }

  /** What an entry takes, by name; one that is compared under several demands is told of once. */
  private Map<String, String> formulas() {
    Map<String, String> formulas = new LinkedHashMap<>();
    plan.entrants()
        .forEach(one -> formulas.put(one.name(), Digits.formulas(one.recipe().costs(2))));
    return formulas;
  }

  /** What all of them went through, in a sentence. */
  private String conditions() {
    Laboratory laboratory = trials.laboratory();
    return "%s: delays %s; %s."
        .formatted(trials.runs(laboratory.untilNanos()), laboratory.latency(), faults(laboratory));
  }

  @Override
  public Page page() {
    boolean hasFaults = hasFaults();
    List<Map<String, String>> rows =
        plan.rows().stream().map(trial -> cells(trial, hasFaults)).toList();
    List<String> head = List.copyOf(rows.getFirst().keySet());
    List<List<String>> meanings = new ArrayList<>(MEANINGS);
    meanings.addAll(hasFaults ? MEANINGS_OF_FAULTS : List.of());
    formulas().forEach((name, cost) -> meanings.add(List.of("by formula: " + name, cost)));
    return new Page(
        "Mutual exclusions compared",
        conditions(),
        head,
        rows.stream().map(row -> List.copyOf(row.values())).toList(),
        head.indexOf("mutex"),
        "Messages and waiting time",
        svg(),
        meanings,
        plan.command());
  }

  private static String faults(Laboratory laboratory) {
    List<String> faults = new ArrayList<>();
    if (laboratory.crashesPerHour() > 0) {
      faults.add(
          "%s crashes (down for %s s)"
              .formatted(
                  Laboratory.plain(laboratory.crashesPerHour()),
                  TimeText.format(laboratory.downNanos())));
    }
    if (laboratory.pausesPerHour() > 0) {
      faults.add(
          "%s pauses of %s s"
              .formatted(
                  Laboratory.plain(laboratory.pausesPerHour()),
                  TimeText.format(laboratory.pauseNanos())));
    }
    return faults.isEmpty()
        ? "no process fails"
        : "per process and hour " + String.join(" and ", faults);
  }

  private boolean isLossShown() {
    return !plan.losses().equals(List.of(0.0));
  }

  /** Whether a process can fail, or seem to: only then the columns about it say something. */
  private boolean hasFaults() {
    Laboratory laboratory = trials.laboratory();
    return laboratory.crashesPerHour() > 0
        || laboratory.pausesPerHour() > 0
        || plan.rows().stream().anyMatch(trial -> trials.outcome(trial).mistakes() > 0);
  }

  /** What the table says of one trial, by the heads of its columns. */
  private Map<String, String> cells(Trial<Contender> trial, boolean hasFaults) {
    MutexOutcome outcome = trials.outcome(trial);
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("N", Integer.toString(trial.nodes()));
    if (isLossShown()) {
      cells.put("loss", Laboratory.plain(trial.loss()));
    }
    cells.put("think", trial.entrant().think());
    cells.put("mutex", trial.entrant().name());
    cells.put("entries/s", Digits.number(outcome.throughput().value()));
    cells.put("msgs/entry", Digits.number(outcome.messagesPerEntry().value()));
    cells.put("by formula", Digits.range(costs(trial)));
    cells.put("all msgs/s", Digits.number(outcome.messagesPerSecond().value()));
    cells.put("wait p50", Digits.time(outcome.waitP50().value()));
    cells.put("p99", Digits.time(outcome.waitP99().value()));
    cells.put("sync delay", Digits.time(outcome.syncDelay().value()));
    cells.put("fairness", Digits.number(outcome.fairness()));
    if (hasFaults) {
      cells.put("mistakes", Digits.number((double) outcome.mistakes() / outcome.runs()));
      cells.put("mistaken", share(outcome.mistaken(), outcome));
      cells.put("blocked", share(outcome.blocked(), outcome));
    }
    cells.put("two inside", share(outcome.twoInside(), outcome));
    return cells;
  }

  private static String share(int runs, MutexOutcome outcome) {
    return Digits.share((double) runs / outcome.runs(), 1);
  }

  private static List<Cost> costs(Trial<Contender> trial) {
    return trial.entrant().recipe().costs(trial.nodes());
  }

  /** What one row says, by stable names; what is not known is null, or not a number. */
  private Map<String, @Nullable Object> figures(Trial<Contender> trial) {
    MutexOutcome outcome = trials.outcome(trial);
    Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    figures.put("runs", outcome.runs());
    figures.put("entries", outcome.entries());
    put(figures, "throughput", outcome.throughput());
    put(figures, "messagesPerEntry", outcome.messagesPerEntry());
    put(figures, "messagesPerSecond", outcome.messagesPerSecond());
    put(figures, "waitP50", outcome.waitP50());
    put(figures, "waitP99", outcome.waitP99());
    figures.put("waitLongest", outcome.waitLongest());
    put(figures, "syncDelay", outcome.syncDelay());
    figures.put("fairness", outcome.fairness());
    figures.put("mistakes", outcome.mistakes());
    figures.put("mistakenRuns", outcome.mistaken());
    figures.put("blockedRuns", outcome.blocked());
    figures.put("twoInsideRuns", outcome.twoInside());
    figures.put("twoInsideShare", (double) outcome.twoInside() / outcome.runs());
    figures.put("overlapLongest", outcome.overlapLongest());
    figures.put("violations", outcome.violations().size());
    return figures;
  }

  private static void put(Map<String, @Nullable Object> figures, String name, Estimate estimate) {
    figures.put(name, estimate.value());
    figures.put(name + "Low", estimate.low());
    figures.put(name + "High", estimate.high());
  }

  @Override
  public String csv() {
    return Digits.csv(plan.rows().stream().map(this::row).toList());
  }

  private Map<String, @Nullable Object> row(Trial<Contender> trial) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("nodes", trial.nodes());
    row.put("loss", Laboratory.plain(trial.loss()));
    row.put("think", trial.entrant().thinkSeconds());
    row.put("mutex", trial.entrant().name());
    row.putAll(figures(trial));
    Digits.putFormulas(row, costs(trial));
    return row;
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("command", plan.command());
    json.put("seed", trials.firstSeed());
    json.put("seeds", trials.seeds());
    json.put("until", Json.time(trials.laboratory().untilNanos()));
    json.put("rows", plan.rows().stream().map(this::json).toList());
    return json;
  }

  private Map<String, @Nullable Object> json(Trial<Contender> trial) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("nodes", trial.nodes());
    json.put("loss", trial.loss());
    json.put("think", trial.entrant().thinkSeconds());
    json.put("mutex", trial.entrant().name());
    json.put("settings", trial.entrant().settings());
    json.putAll(figures(trial));
    json.put("costs", ElectionReport.json(costs(trial)));
    json.put("replay", trials.laboratory().replay(trial, trials.firstSeed()));
    return json;
  }

  /** The first thing that was broken in each row, with the command that shows the run again. */
  public List<String> violations() {
    List<String> sentences = new ArrayList<>();
    for (Trial<Contender> trial : plan.rows()) {
      List<MutexOutcome.Violation> violations = trials.outcome(trial).violations();
      if (!violations.isEmpty()) {
        MutexOutcome.Violation first = violations.getFirst();
        String more =
            violations.size() == 1 ? "" : " (and %d more)".formatted(violations.size() - 1);
        String replay = trials.laboratory().replay(trial, first.seed());
        sentences.add("%s%s: %s".formatted(first.sentence(), more, replay));
      }
    }
    return sentences;
  }

  @Override
  public String svg() {
    List<SizePlot.Panel> panels = new ArrayList<>();
    Set<String> demands = new LinkedHashSet<>();
    plan.entrants().forEach(one -> demands.add(one.think()));
    for (String think : demands) {
      for (double loss : plan.losses()) {
        String where = "think " + think + (isLossShown() ? ", " + Digits.loss(loss) : "");
        List<SizePlot.Curve> messages =
            curves(think, loss, MutexOutcome::messagesPerEntry, MutexOutcome::messagesPerEntry);
        List<SizePlot.Curve> waits =
            curves(think, loss, MutexOutcome::waitP50, MutexOutcome::waitP99);
        panels.add(new SizePlot.Panel("messages per entry, " + where, "mean", "", messages));
        panels.add(
            new SizePlot.Panel("seconds of waiting, " + where, "median", "99th percentile", waits));
      }
    }
    return SizePlot.svg(
        "Mutual exclusion",
        "Messages: mean. Waiting: median, and a whisker up to the 99th percentile.",
        panels);
  }

  private List<SizePlot.Curve> curves(
      String think,
      double loss,
      Function<MutexOutcome, Estimate> value,
      Function<MutexOutcome, Estimate> reach) {
    List<SizePlot.Curve> curves = new ArrayList<>();
    for (Contender contender : plan.entrants()) {
      if (contender.think().equals(think)) {
        List<SizePlot.Point> points = new ArrayList<>();
        for (int size : plan.sizes()) {
          MutexOutcome outcome = trials.outcome(new Trial<>(contender, size, loss));
          double from = value.apply(outcome).value();
          points.add(new SizePlot.Point(size, from, reach.apply(outcome).value()));
        }
        curves.add(new SizePlot.Curve(contender.name(), points));
      }
    }
    return curves;
  }
}
