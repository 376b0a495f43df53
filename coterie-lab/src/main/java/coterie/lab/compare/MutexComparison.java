package coterie.lab.compare;

import coterie.core.TimeText;
import coterie.lab.report.Column;
import coterie.lab.report.Digits;
import coterie.lab.session.compare.ComparisonData;
import coterie.lab.session.compare.ComparisonData.Dimension;
import coterie.lab.session.compare.ComparisonData.Place;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.MutexOutcome;
import coterie.lab.trial.MutexTrials;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.recipe.Cost;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A comparison of mutual exclusions. */
public final class MutexComparison extends Comparison<Contender, MutexOutcome> {
  private final MutexTrials trials;
  private final boolean hasFaults;

  public MutexComparison(MutexTrials trials, ComparisonPlan<Contender> plan) {
    super(trials, plan, "mutex");
    this.trials = trials;
    Laboratory laboratory = trials.laboratory();
    // Whether a process can fail, or seem to: only then the columns about it say something.
    this.hasFaults =
        laboratory.crashesPerHour() > 0
            || laboratory.pausesPerHour() > 0
            || rows().stream().anyMatch(row -> row.outcome().mistakes() > 0);
  }

  @Override
  ComparisonText text() {
    ComparisonText text = ComparisonText.read("mutexes");
    if (!hasFaults) {
      return text;
    }
    ComparisonText all = text.with(ComparisonText.read("mutexes-with-faults"));
    String quiet = TimeText.format(trials.laboratory().quietNanos());
    List<String> legend = all.legend().stream().map(line -> line.replace("QUIET", quiet)).toList();
    return new ComparisonText(all.title(), all.chart(), legend, all.meanings());
  }

  @Override
  List<Cost> costs(Contender contender, int nodes) {
    return contender.recipe().costs(nodes);
  }

  @Override
  boolean isLossShown() {
    return !plan().losses().equals(List.of(0.0));
  }

  @Override
  List<Column<Row<Contender, MutexOutcome>>> conditionColumns() {
    return List.of(
        Column.<Row<Contender, MutexOutcome>>of("think", row -> row.entrant().thinkSeconds())
            .shown("think", row -> row.entrant().think()));
  }

  @Override
  List<Column<Row<Contender, MutexOutcome>>> figures() {
    List<Column<Row<Contender, MutexOutcome>>> columns = new ArrayList<>();
    columns.add(column("runs", MutexOutcome::runs));
    columns.add(column("entries", MutexOutcome::entries));
    add(columns, "throughput", MutexOutcome::throughput, "entries/s", Digits::number);
    add(columns, "messagesPerEntry", MutexOutcome::messagesPerEntry, "msgs/entry", Digits::number);
    columns.add(byFormula());
    add(
        columns,
        "messagesPerSecond",
        MutexOutcome::messagesPerSecond,
        "all msgs/s",
        Digits::number);
    add(columns, "waitP50", MutexOutcome::waitP50, "wait p50", Digits::time);
    add(columns, "waitP99", MutexOutcome::waitP99, "p99", Digits::time);
    columns.add(column("waitLongest", MutexOutcome::waitLongest));
    add(columns, "syncDelay", MutexOutcome::syncDelay, "sync delay", Digits::time);
    columns.add(
        column("fairness", MutexOutcome::fairness)
            .shown("fairness", row -> Digits.number(row.outcome().fairness())));
    columns.add(
        withFaults(
            column("mistakes", MutexOutcome::mistakes),
            "mistakes",
            row -> Digits.number((double) row.outcome().mistakes() / row.outcome().runs())));
    columns.add(
        withFaults(
            column("mistakenRuns", MutexOutcome::mistaken),
            "mistaken",
            row -> share(row, MutexOutcome::mistaken)));
    columns.add(
        withFaults(
            column("blockedRuns", MutexOutcome::blocked),
            "blocked",
            row -> share(row, MutexOutcome::blocked)));
    columns.add(
        column("twoInsideRuns", MutexOutcome::twoInside)
            .shown("two inside", row -> share(row, MutexOutcome::twoInside)));
    columns.add(column("twoInsideShare", outcome -> (double) outcome.twoInside() / outcome.runs()));
    columns.add(column("overlapLongest", MutexOutcome::overlapLongest));
    columns.add(column("violations", outcome -> outcome.violations().size()));
    columns.addAll(formulaColumns());
    return columns;
  }

  private static Column<Row<Contender, MutexOutcome>> column(
      String key, Function<MutexOutcome, @Nullable Object> value) {
    return Column.of(key, row -> value.apply(row.outcome()));
  }

  /** Adds an estimate, whose bounds are fields of their own. */
  private static void add(
      List<Column<Row<Contender, MutexOutcome>>> columns,
      String key,
      Function<MutexOutcome, Estimate> of,
      String head,
      Function<Double, String> cell) {
    columns.add(
        column(key, outcome -> of.apply(outcome).value())
            .shown(head, row -> cell.apply(of.apply(row.outcome()).value())));
    columns.add(column(key + "Low", outcome -> of.apply(outcome).low()));
    columns.add(column(key + "High", outcome -> of.apply(outcome).high()));
  }

  private Column<Row<Contender, MutexOutcome>> withFaults(
      Column<Row<Contender, MutexOutcome>> column,
      String head,
      Function<Row<Contender, MutexOutcome>, String> cell) {
    return hasFaults ? column.shown(head, cell) : column;
  }

  private static String share(Row<Contender, MutexOutcome> row, ToIntFunction<MutexOutcome> runs) {
    return Digits.share((double) runs.applyAsInt(row.outcome()) / row.outcome().runs(), 1);
  }

  @Override
  String replay(Row<Contender, MutexOutcome> row) {
    return trials.laboratory().replay(row.trial(), trials.firstSeed());
  }

  @Override
  ComparisonData<MutexOutcome> charts() {
    return ComparisonData.ofLocks();
  }

  private List<Double> thinks() {
    return plan().entrants().stream().map(Contender::thinkSeconds).distinct().toList();
  }

  @Override
  Dimension otherDimension() {
    List<Place> places = new ArrayList<>();
    thinks().forEach(think -> places.add(new Place(think, Digits.time(think))));
    return new Dimension("think", "time between releasing the lock and asking again", "s", places);
  }

  @Override
  int other(Row<Contender, MutexOutcome> row) {
    return thinks().indexOf(row.entrant().thinkSeconds());
  }

  @Override
  Long untilNanos() {
    return trials.laboratory().untilNanos();
  }

  @Override
  String conditions() {
    Laboratory laboratory = trials.laboratory();
    return "%s: delays %s; %s."
        .formatted(trials.runs(laboratory.untilNanos()), laboratory.latency(), faults(laboratory));
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

  /** The first thing that was broken in each row, with the command that shows the run again. */
  @Override
  public List<String> violations() {
    List<String> sentences = new ArrayList<>();
    for (Row<Contender, MutexOutcome> row : rows()) {
      List<MutexOutcome.Violation> violations = row.outcome().violations();
      if (!violations.isEmpty()) {
        MutexOutcome.Violation first = violations.getFirst();
        String more =
            violations.size() == 1 ? "" : " (and %d more)".formatted(violations.size() - 1);
        String replay = trials.laboratory().replay(row.trial(), first.seed());
        sentences.add("%s%s: %s".formatted(first.sentence(), more, replay));
      }
    }
    return sentences;
  }

  @Override
  public String svg() {
    SizeChart chart = new SizeChart(plan().sizes());
    List<String> demands = plan().entrants().stream().map(Contender::think).distinct().toList();
    for (String think : demands) {
      for (double loss : plan().losses()) {
        String where = "think " + think + (isLossShown() ? ", " + Digits.loss(loss) : "");
        chart.begin("messages per entry, " + where, "mean", "");
        add(chart, think, loss, MutexOutcome::messagesPerEntry, MutexOutcome::messagesPerEntry);
        chart.begin("seconds of waiting, " + where, "median", "99th percentile");
        add(chart, think, loss, MutexOutcome::waitP50, MutexOutcome::waitP99);
      }
    }
    return chart.svg(
        "Mutual exclusion",
        "Messages: mean. Waiting: median, and a whisker up to the 99th percentile.");
  }

  private void add(
      SizeChart chart,
      String think,
      double loss,
      Function<MutexOutcome, Estimate> value,
      Function<MutexOutcome, Estimate> reach) {
    for (Contender one : plan().entrants()) {
      if (one.think().equals(think)) {
        chart.add(
            one.name(),
            size -> value.apply(outcome(one, size, loss)).value(),
            size -> reach.apply(outcome(one, size, loss)).value());
      }
    }
  }
}
