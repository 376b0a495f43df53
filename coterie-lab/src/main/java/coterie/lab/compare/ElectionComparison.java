package coterie.lab.compare;

import coterie.core.TimeText;
import coterie.lab.report.Column;
import coterie.lab.report.Digits;
import coterie.lab.session.compare.ComparisonData;
import coterie.lab.trial.ElectionLaboratory;
import coterie.lab.trial.ElectionLaboratory.Candidate;
import coterie.lab.trial.ElectionOutcome;
import coterie.lab.trial.ElectionTrials;
import coterie.recipe.Cost;
import coterie.sim.statistics.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A comparison of elections. */
public final class ElectionComparison extends Comparison<Candidate, ElectionOutcome> {
  private final ElectionTrials trials;

  public ElectionComparison(ElectionTrials trials, ComparisonPlan<Candidate> plan) {
    super(trials, plan, "election");
    this.trials = trials;
  }

  @Override
  ComparisonText text() {
    ComparisonText text = ComparisonText.read("elections");
    List<String> legend = text.legend().stream().map(line -> line.replace("DOWN", down())).toList();
    return new ComparisonText(text.title(), text.chart(), legend, text.meanings());
  }

  @Override
  List<Cost> costs(Candidate candidate, int nodes) {
    return candidate.recipe().costs(nodes);
  }

  @Override
  List<Column<Row<Candidate, ElectionOutcome>>> figures() {
    List<Column<Row<Candidate, ElectionOutcome>>> columns = new ArrayList<>();
    columns.add(Column.of("runs", row -> trials.seeds()));
    columns.add(column("crashes", outcome -> outcome.afterCrash().count()));
    columns.add(quantile("leaderlessMedian", ElectionOutcome::afterCrash, 0.5, "leaderless p50"));
    columns.add(quantile("leaderlessP99", ElectionOutcome::afterCrash, 0.99, "p99"));
    columns.add(column("neverAgreed", outcome -> outcome.afterCrash().never()));
    columns.add(quantile("returnMedian", ElectionOutcome::afterReturn, 0.5, "return p50"));
    columns.add(quantile("returnP99", ElectionOutcome::afterReturn, 0.99, ""));
    columns.add(column("elections", outcome -> outcome.messages().count()));
    columns.add(messages("messagesMedian", Samples::median, "messages p50"));
    columns.add(messages("messagesMax", Samples::max, "max"));
    columns.add(byFormula());
    columns.add(
        column("twoLeadersShare", ElectionOutcome::twoShare)
            .shown(
                "two leaders",
                row -> String.format(Locale.ROOT, "%.1f%%", row.outcome().twoShare() * 100)));
    columns.add(
        column("twoLeadersLongest", ElectionOutcome::twoLongest)
            .shown(
                "longest",
                row ->
                    row.outcome().twoShare() == 0 ? "-" : Digits.time(row.outcome().twoLongest())));
    columns.add(column("twoLeadersTotal", ElectionOutcome::twoTotal));
    columns.add(column("leaderlessShare", ElectionOutcome::leaderlessShare));
    columns.add(column("violations", outcome -> outcome.violations().size()));
    columns.addAll(formulaColumns());
    return columns;
  }

  private static Column<Row<Candidate, ElectionOutcome>> column(
      String key, Function<ElectionOutcome, @Nullable Object> value) {
    return Column.of(key, row -> value.apply(row.outcome()));
  }

  private static Column<Row<Candidate, ElectionOutcome>> quantile(
      String key, Function<ElectionOutcome, ElectionOutcome.Spans> of, double share, String head) {
    Function<ElectionOutcome, Double> quantile = outcome -> of.apply(outcome).quantile(share);
    return column(key, quantile::apply)
        .shown(head, row -> Digits.time(quantile.apply(row.outcome())));
  }

  private static Column<Row<Candidate, ElectionOutcome>> messages(
      String key, Function<Samples, Long> of, String head) {
    Function<ElectionOutcome, @Nullable Long> known =
        outcome -> outcome.messages().isEmpty() ? null : of.apply(outcome.messages());
    return column(key, known::apply)
        .shown(
            head,
            row -> row.outcome().messages().isEmpty() ? "-" : "" + known.apply(row.outcome()));
  }

  @Override
  String replay(Row<Candidate, ElectionOutcome> row) {
    return trials.laboratory().replay(row.trial(), row.outcome().first());
  }

  @Override
  ComparisonData<ElectionOutcome> charts() {
    return ComparisonData.ofElections();
  }

  /** Whom a crash hits is known only when it comes, so each run has a command of its own. */
  @Override
  String anyReplay(Row<Candidate, ElectionOutcome> row) {
    return "";
  }

  private String down() {
    return TimeText.format(trials.laboratory().downNanos());
  }

  @Override
  String conditions() {
    ElectionLaboratory laboratory = trials.laboratory();
    String who = laboratory.victim().word();
    String crashes =
        laboratory.crashes() == 1
            ? "one crash of a " + who
            : "%d crashes of a %s".formatted(laboratory.crashes(), who);
    return "%s: delays %s; %s, down for %s s each."
        .formatted(trials.runs(laboratory.untilNanos()), laboratory.latency(), crashes, down());
  }

  @Override
  public List<String> violations() {
    List<String> sentences = new ArrayList<>();
    for (Row<Candidate, ElectionOutcome> row : rows()) {
      for (ElectionOutcome.Violation violation : row.outcome().violations()) {
        String replay = trials.laboratory().replay(row.trial(), violation.run());
        sentences.add("%s: %s".formatted(violation.sentence(), replay));
      }
    }
    return sentences;
  }

  @Override
  public String svg() {
    SizeChart chart = new SizeChart(plan().sizes());
    for (double loss : plan().losses()) {
      String network = Digits.loss(loss);
      chart.begin("seconds without a leader, " + network, "median", "99th percentile");
      for (Candidate one : plan().entrants()) {
        Function<Integer, ElectionOutcome.Spans> spans =
            size -> outcome(one, size, loss).afterCrash();
        chart.add(
            one.name(),
            size -> spans.apply(size).quantile(0.5),
            size -> spans.apply(size).quantile(0.99));
      }
      chart.begin("messages, " + network, "median", "99th percentile");
      for (Candidate one : plan().entrants()) {
        Function<Integer, Samples> messages = size -> outcome(one, size, loss).messages();
        chart.add(
            one.name(),
            size -> known(messages.apply(size), 0.5),
            size -> known(messages.apply(size), 0.99));
      }
    }
    return chart.svg(
        "Elections after the crash of a " + trials.laboratory().victim().word(),
        "Line: median. Whisker: up to the 99th percentile.");
  }

  private static double known(Samples samples, double share) {
    return samples.isEmpty() ? Double.NaN : samples.quantile(share);
  }
}
