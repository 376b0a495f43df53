package coterie.lab.compare;

import coterie.core.TimeText;
import coterie.lab.chart.SizePlot;
import coterie.lab.report.Digits;
import coterie.lab.report.ElectionReport;
import coterie.lab.report.Page;
import coterie.lab.report.Table;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionOutcome;
import coterie.lab.trial.ElectionTrials;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Trial;
import coterie.sim.check.Samples;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A comparison of elections as a table, as CSV, as JSON, as a picture. */
public final class ElectionComparison implements Comparison {
  private static final List<String> HEAD =
      List.of(
          "N",
          "loss",
          "election",
          "leaderless p50",
          "p99",
          "return p50",
          "messages p50",
          "max",
          "by formula",
          "two leaders",
          "longest");

  /** What a reader of the table alone would take for something else. */
  private static final String LEGEND =
      """
      leaderless: from the crash until all who are up know the same leader, which leads; return: from
      the return of the crashed process until then. Not within DOWN s counts as never, and - says that
      more were never than p50 or p99 allow. two leaders: share of runs in which two led at one
      instant, and for how long at most. docs/elections.md explains every column.
      """;

  private static final List<List<String>> MEANINGS =
      List.of(
          List.of(
              "leaderless p50, p99",
              "Seconds from a crash until all processes that are up know the same leader, and it"
                  + " leads: half, and 99 of 100, of the crashes are as fast. A crash after which"
                  + " they did not agree before the crashed process came back counts as infinitely"
                  + " late; a dash: too many were."),
          List.of("return p50", "The same from the return of the crashed process."),
          List.of(
              "messages p50, max",
              "Messages of the election itself after a crash, without those of a detector."),
          List.of("by formula", "What the textbooks or a count by hand say, from least to most."),
          List.of("two leaders", "The share of runs in which two led at one instant."),
          List.of("longest", "How long two led at once, at most."));

  private final ElectionTrials trials;
  private final ComparisonPlan<Candidate> plan;

  public ElectionComparison(ElectionTrials trials, ComparisonPlan<Candidate> plan) {
    this.trials = trials;
    this.plan = plan;
  }

  @Override
  public void print(PrintWriter out) {
    Table table = new Table(HEAD.toArray(String[]::new));
    plan.rows().forEach(trial -> table.add(cells(trial).toArray()));
    table.print(out, 3);
    out.println();
    out.println(conditions());
    LEGEND.replace("DOWN", down()).lines().forEach(out::println);
    plan.entrants()
        .forEach(
            candidate ->
                out.println(
                    "messages of %s: %s"
                        .formatted(
                            candidate.name(), Digits.formulas(candidate.recipe().costs(2)))));
    out.println("The same again: " + plan.command());
  }

  private String down() {
    return TimeText.format(trials.laboratory().downNanos());
  }

  /** What all of them went through, in a sentence. */
  private String conditions() {
    ElectionLaboratory laboratory = trials.laboratory();
    return "%s: delays %s; %s, down for %s s each."
        .formatted(
            trials.runs(laboratory.untilNanos()),
            laboratory.latency(),
            crashes(laboratory),
            down());
  }

  @Override
  public Page page() {
    List<List<String>> meanings = new ArrayList<>(MEANINGS);
    plan.entrants()
        .forEach(
            one ->
                meanings.add(
                    List.of("by formula: " + one.name(), Digits.formulas(one.recipe().costs(2)))));
    return new Page(
        "Elections compared",
        conditions(),
        HEAD,
        plan.rows().stream().map(this::cells).toList(),
        HEAD.indexOf("election"),
        "Time without a leader, and messages",
        svg(),
        meanings,
        plan.command());
  }

  private static String crashes(ElectionLaboratory laboratory) {
    String who = laboratory.victim().word();
    return laboratory.crashes() == 1
        ? "one crash of a " + who
        : "%d crashes of a %s".formatted(laboratory.crashes(), who);
  }

  private List<String> cells(Trial<Candidate> trial) {
    ElectionOutcome outcome = trials.outcome(trial);
    Samples messages = outcome.messages();
    return List.of(
        Integer.toString(trial.nodes()),
        Laboratory.plain(trial.loss()),
        trial.entrant().name(),
        Digits.time(outcome.afterCrash().quantile(0.5)),
        Digits.time(outcome.afterCrash().quantile(0.99)),
        Digits.time(outcome.afterReturn().quantile(0.5)),
        messages.isEmpty() ? "-" : Long.toString(messages.median()),
        messages.isEmpty() ? "-" : Long.toString(messages.max()),
        Digits.range(trial.entrant().recipe().costs(trial.nodes())),
        String.format(Locale.ROOT, "%.1f%%", outcome.twoShare() * 100),
        outcome.twoShare() == 0 ? "-" : Digits.time(outcome.twoLongest()));
  }

  /** What one row says, by stable names; what is not known is null. */
  private Map<String, @Nullable Object> figures(Trial<Candidate> trial) {
    ElectionOutcome outcome = trials.outcome(trial);
    Samples messages = outcome.messages();
    Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    figures.put("runs", trials.seeds());
    figures.put("crashes", outcome.afterCrash().count());
    figures.put("leaderlessMedian", outcome.afterCrash().quantile(0.5));
    figures.put("leaderlessP99", outcome.afterCrash().quantile(0.99));
    figures.put("neverAgreed", outcome.afterCrash().never());
    figures.put("returnMedian", outcome.afterReturn().quantile(0.5));
    figures.put("returnP99", outcome.afterReturn().quantile(0.99));
    figures.put("elections", messages.count());
    figures.put("messagesMedian", messages.isEmpty() ? null : messages.median());
    figures.put("messagesMax", messages.isEmpty() ? null : messages.max());
    figures.put("twoLeadersShare", outcome.twoShare());
    figures.put("twoLeadersLongest", outcome.twoLongest());
    figures.put("twoLeadersTotal", outcome.twoTotal());
    figures.put("leaderlessShare", outcome.leaderlessShare());
    figures.put("violations", outcome.violations().size());
    return figures;
  }

  @Override
  public String csv() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Trial<Candidate> trial : plan.rows()) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("nodes", trial.nodes());
      row.put("loss", Laboratory.plain(trial.loss()));
      row.put("election", trial.entrant().name());
      row.putAll(figures(trial));
      Digits.putFormulas(row, trial.entrant().recipe().costs(trial.nodes()));
      rows.add(row);
    }
    return Digits.csv(rows);
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("command", plan.command());
    json.put("seed", trials.firstSeed());
    json.put("seeds", trials.seeds());
    json.put("rows", plan.rows().stream().map(this::json).toList());
    return json;
  }

  private Map<String, @Nullable Object> json(Trial<Candidate> trial) {
    Candidate candidate = trial.entrant();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("nodes", trial.nodes());
    json.put("loss", trial.loss());
    json.put("election", candidate.name());
    json.put("settings", candidate.settings());
    json.putAll(figures(trial));
    json.put("costs", ElectionReport.json(candidate.recipe().costs(trial.nodes())));
    json.put("replay", trials.laboratory().replay(trial, trials.outcome(trial).first()));
    return json;
  }

  /** What was broken, each with the command that shows the run again. */
  public List<String> violations() {
    List<String> sentences = new ArrayList<>();
    for (Trial<Candidate> trial : plan.rows()) {
      for (ElectionOutcome.Violation violation : trials.outcome(trial).violations()) {
        sentences.add(
            "%s: %s"
                .formatted(
                    violation.sentence(), trials.laboratory().replay(trial, violation.run())));
      }
    }
    return sentences;
  }

  @Override
  public String svg() {
    List<SizePlot.Panel> panels = new ArrayList<>();
    for (double loss : plan.losses()) {
      String network = Digits.loss(loss);
      panels.add(panel("seconds without a leader, " + network, one -> times(one, loss)));
      panels.add(panel("messages, " + network, one -> messages(one, loss)));
    }
    String who = trials.laboratory().victim().word();
    return SizePlot.svg(
        "Elections after the crash of a " + who,
        "Line: median. Whisker: up to the 99th percentile.",
        panels);
  }

  private SizePlot.Panel panel(String title, Function<Candidate, List<SizePlot.Point>> points) {
    List<SizePlot.Curve> curves =
        plan.entrants().stream()
            .map(one -> new SizePlot.Curve(one.name(), points.apply(one)))
            .toList();
    return new SizePlot.Panel(title, "median", "99th percentile", curves);
  }

  private List<SizePlot.Point> times(Candidate candidate, double loss) {
    return plan.sizes().stream()
        .map(
            size -> {
              ElectionOutcome.Spans spans =
                  trials.outcome(new Trial<>(candidate, size, loss)).afterCrash();
              return new SizePlot.Point(size, spans.quantile(0.5), spans.quantile(0.99));
            })
        .toList();
  }

  private List<SizePlot.Point> messages(Candidate candidate, double loss) {
    return plan.sizes().stream()
        .map(size -> messages(size, trials.outcome(new Trial<>(candidate, size, loss)).messages()))
        .toList();
  }

  private static SizePlot.Point messages(int size, Samples messages) {
    return messages.isEmpty()
        ? new SizePlot.Point(size, Double.NaN, Double.NaN)
        : new SizePlot.Point(size, messages.median(), messages.quantile(0.99));
  }
}
