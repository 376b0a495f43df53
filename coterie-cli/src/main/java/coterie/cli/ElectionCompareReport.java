package coterie.cli;

import coterie.cli.ElectionLaboratory.Candidate;
import coterie.cli.ElectionLaboratory.Trial;
import coterie.core.Cost;
import coterie.core.TimeText;
import coterie.sim.check.Samples;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison of elections as a table, as CSV, as JSON, as a picture. */
final class ElectionCompareReport implements Comparison {
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
      instant, and for how long at the longest. docs/elections.md explains every column.
      """;

  private final ElectionTrials trials;
  private final List<Candidate> candidates;
  private final List<Integer> sizes;
  private final List<Double> losses;
  private final String command;

  /**
   * @param command the command that gives these figures
   */
  ElectionCompareReport(
      ElectionTrials trials,
      List<Candidate> candidates,
      List<Integer> sizes,
      List<Double> losses,
      String command) {
    this.trials = trials;
    this.candidates = candidates;
    this.sizes = sizes;
    this.losses = losses;
    this.command = command;
  }

  @Override
  public void print(PrintWriter out) {
    Table table = new Table(HEAD.toArray(String[]::new));
    rows().forEach(trial -> table.add(cells(trial).toArray()));
    table.print(out, 3);
    out.println();
    ElectionLaboratory laboratory = trials.laboratory();
    String down = TimeText.format(laboratory.downNanos());
    out.printf(
        "%s: delays %s; %s, down for %s s each.%n",
        runs(laboratory), laboratory.latency(), crashes(laboratory), down);
    LEGEND.replace("DOWN", down).lines().forEach(out::println);
    candidates.forEach(candidate -> out.println(formulas(candidate)));
    out.println("The same again: " + command);
  }

  private String runs(ElectionLaboratory laboratory) {
    String until = TimeText.format(laboratory.untilNanos());
    return trials.seeds() == 1
        ? "1 run of %s s, with seed %d".formatted(until, trials.firstSeed())
        : "%d runs of %s s each, with seeds from %d on"
            .formatted(trials.seeds(), until, trials.firstSeed());
  }

  private static String crashes(ElectionLaboratory laboratory) {
    String who = laboratory.victim().word();
    return laboratory.crashes() == 1
        ? "one crash of a " + who
        : "%d crashes of a %s".formatted(laboratory.crashes(), who);
  }

  private static String formulas(Candidate candidate) {
    return candidate.recipe().costs(2).stream()
        .map(cost -> "%s %s".formatted(cost.when(), cost.formula()))
        .collect(Collectors.joining(", ", "messages of " + candidate.name() + ": ", ""));
  }

  /** The trials of the table, in its order. */
  private List<Trial> rows() {
    List<Trial> rows = new ArrayList<>();
    for (int size : sizes) {
      for (double loss : losses) {
        candidates.forEach(candidate -> rows.add(new Trial(candidate, size, loss)));
      }
    }
    return rows;
  }

  private List<String> cells(Trial trial) {
    ElectionOutcome outcome = trials.outcome(trial);
    Samples messages = outcome.messages();
    return List.of(
        Integer.toString(trial.nodes()),
        Laboratory.plain(trial.loss()),
        trial.candidate().name(),
        seconds(outcome.afterCrash().quantile(0.5)),
        seconds(outcome.afterCrash().quantile(0.99)),
        seconds(outcome.afterReturn().quantile(0.5)),
        messages.isEmpty() ? "-" : Long.toString(messages.median()),
        messages.isEmpty() ? "-" : Long.toString(messages.max()),
        range(trial),
        String.format(Locale.ROOT, "%.1f%%", outcome.twoShare() * 100),
        outcome.twoShare() == 0 ? "-" : seconds(outcome.twoLongest()));
  }

  private static String seconds(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    return value > 0 && value < 0.1
        ? CompareReport.number(value * 1000) + "ms"
        : CompareReport.number(value) + "s";
  }

  private static String range(Trial trial) {
    List<Cost> costs = trial.candidate().recipe().costs(trial.nodes());
    if (costs.isEmpty()) {
      return "-";
    }
    long least = costs.getFirst().messages();
    long most = costs.getLast().messages();
    return least == most ? Long.toString(least) : least + ".." + most;
  }

  /** What one row says, by stable names; what is not known is null. */
  private Map<String, @Nullable Object> figures(Trial trial) {
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
    StringBuilder text = new StringBuilder();
    for (Trial trial : rows()) {
      Map<String, @Nullable Object> figures = figures(trial);
      List<Cost> costs = trial.candidate().recipe().costs(trial.nodes());
      figures.put("formulaLeast", costs.isEmpty() ? null : costs.getFirst().messages());
      figures.put("formulaMost", costs.isEmpty() ? null : costs.getLast().messages());
      if (text.isEmpty()) {
        text.append("nodes,loss,election,").append(String.join(",", figures.keySet())).append('\n');
      }
      text.append(trial.nodes()).append(',').append(Laboratory.plain(trial.loss()));
      text.append(',').append(trial.candidate().name());
      figures.values().forEach(value -> text.append(',').append(exact(value)));
      text.append('\n');
    }
    return text.toString();
  }

  /** Empty where there is nothing to say. */
  private static String exact(@Nullable Object value) {
    boolean isKnown = value != null && !(value instanceof Double number && !isFinite(number));
    return isKnown ? String.valueOf(value) : "";
  }

  private static boolean isFinite(double number) {
    return Double.isFinite(number);
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("command", command);
    json.put("seed", trials.firstSeed());
    json.put("seeds", trials.seeds());
    json.put("rows", rows().stream().map(this::json).toList());
    return json;
  }

  private Map<String, @Nullable Object> json(Trial trial) {
    Candidate candidate = trial.candidate();
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
  List<String> violations() {
    List<String> sentences = new ArrayList<>();
    for (Trial trial : rows()) {
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
    List<ElectionPlot.Row> rows = new ArrayList<>();
    for (double loss : losses) {
      List<ElectionPlot.Curve> times = new ArrayList<>();
      List<ElectionPlot.Curve> messages = new ArrayList<>();
      for (Candidate candidate : candidates) {
        times.add(new ElectionPlot.Curve(candidate.name(), times(candidate, loss)));
        messages.add(new ElectionPlot.Curve(candidate.name(), messages(candidate, loss)));
      }
      String title = loss == 0 ? "no loss" : CompareReport.number(loss * 100) + " % loss";
      rows.add(new ElectionPlot.Row(title, times, messages));
    }
    String who = trials.laboratory().victim().word();
    return ElectionPlot.svg("Elections after the crash of a " + who, rows);
  }

  private List<ElectionPlot.Point> times(Candidate candidate, double loss) {
    return sizes.stream()
        .map(
            size -> {
              ElectionOutcome.Spans spans =
                  trials.outcome(new Trial(candidate, size, loss)).afterCrash();
              return new ElectionPlot.Point(size, spans.quantile(0.5), spans.quantile(0.99));
            })
        .toList();
  }

  private List<ElectionPlot.Point> messages(Candidate candidate, double loss) {
    return sizes.stream()
        .map(size -> messages(size, trials.outcome(new Trial(candidate, size, loss)).messages()))
        .toList();
  }

  private static ElectionPlot.Point messages(int size, Samples messages) {
    return messages.isEmpty()
        ? new ElectionPlot.Point(size, Double.NaN, Double.NaN)
        : new ElectionPlot.Point(size, messages.median(), messages.quantile(0.99));
  }
}
