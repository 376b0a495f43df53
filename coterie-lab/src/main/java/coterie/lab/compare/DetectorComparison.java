package coterie.lab.compare;

import coterie.core.TimeText;
import coterie.lab.chart.Axis;
import coterie.lab.chart.Chart;
import coterie.lab.report.Column;
import coterie.lab.report.Csv;
import coterie.lab.report.Digits;
import coterie.lab.session.compare.ComparisonData;
import coterie.lab.session.compare.ComparisonData.Dimension;
import coterie.lab.session.compare.ComparisonData.Place;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.recipe.DetectorRecipe.Knob;
import coterie.sim.check.detect.Figure;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A comparison of failure detectors. */
public final class DetectorComparison extends Comparison<Contestant, DetectorOutcome> {
  private static final double HOUR_NANOS = 3600.0 * TimeText.SECOND;

  private final DetectorTrials trials;

  public DetectorComparison(DetectorTrials trials, ComparisonPlan<Contestant> plan) {
    super(trials, plan, "detector");
    this.trials = trials;
  }

  @Override
  ComparisonText text() {
    return ComparisonText.read("detectors");
  }

  @Override
  List<Column<Row<Contestant, DetectorOutcome>>> figures() {
    List<Column<Row<Contestant, DetectorOutcome>>> columns = new ArrayList<>();
    columns.add(Column.csv("knob", row -> knob(row.entrant()).setting()));
    columns.add(Column.csv("value", row -> row.entrant().value(knob(row.entrant()).setting())));
    columns.add(Column.csv("seeds", row -> trials.seeds()));
    columns.add(
        column("crashes", DetectorOutcome::crashes)
            .shown("crashes", row -> Long.toString(row.outcome().crashes())));
    columns.add(column("mistakes", DetectorOutcome::mistakes));
    for (Figure figure : Figure.values()) {
      columns.add(shown(figure, column(figure.key(), outcome -> outcome.figure(figure))));
    }
    // These count what was not detected as infinitely late, and one says what no mistake shows.
    columns.add(column("detectionReachMedian", DetectorOutcome::reachMedian));
    columns.add(column("detectionReachP99", DetectorOutcome::reachP99));
    columns.add(column("knownToAllReachMedian", DetectorOutcome::knownMedian));
    columns.add(column("mistakesPerMemberHourAtMost", DetectorOutcome::mistakesPerHourAtMost));
    return columns;
  }

  private static Knob knob(Contestant contestant) {
    return contestant.recipe().knobs().getFirst();
  }

  private static Column<Row<Contestant, DetectorOutcome>> column(
      String key, Function<DetectorOutcome, @Nullable Object> value) {
    return Column.of(key, row -> value.apply(row.outcome()));
  }

  /** The columns of figures that the table has, too. */
  private static Column<Row<Contestant, DetectorOutcome>> shown(
      Figure figure, Column<Row<Contestant, DetectorOutcome>> column) {
    return switch (figure) {
      case DETECTION_MEDIAN ->
          column.shown("detect p50", row -> seconds(row, figure, row.outcome().reachMedian()));
      case DETECTION_P99 ->
          column.shown("p99", row -> seconds(row, figure, row.outcome().reachP99()));
      case DETECTED -> column.shown("detected", row -> Digits.share(row.outcome().figure(figure)));
      case KNOWN_MEDIAN ->
          column.shown("all know", row -> seconds(row, figure, row.outcome().knownMedian()));
      case MISTAKES_PER_MEMBER_HOUR -> column.shown("mistakes/h", row -> mistakes(row.outcome()));
      case ACCURACY -> column.shown("accuracy", row -> Digits.share(row.outcome().figure(figure)));
      case MESSAGES ->
          column.shown("msgs/s", row -> Digits.supported(row.outcome().figure(figure)));
      case BYTES -> column.shown("bytes/s", row -> Digits.supported(row.outcome().figure(figure)));
      default -> column;
    };
  }

  /**
   * Shows a dash where fewer than that share got so far. The interval is of those that did; where
   * some did not, it does not hold the figure and is not shown.
   */
  private static String seconds(
      Row<Contestant, DetectorOutcome> row, Figure figure, double reached) {
    Estimate ofThose = row.outcome().figure(figure);
    boolean isSame = ofThose.contains(reached);
    double unknown = Double.NaN;
    return Digits.estimate(
        new Estimate(
            reached,
            isSame ? ofThose.low() : unknown,
            isSame ? ofThose.high() : unknown,
            ofThose.runs()),
        "s");
  }

  private static String mistakes(DetectorOutcome outcome) {
    return outcome.mistakes() == 0
        ? "none (<%s)".formatted(Digits.number(outcome.mistakesPerHourAtMost()))
        : Digits.estimate(outcome.figure(Figure.MISTAKES_PER_MEMBER_HOUR), "");
  }

  @Override
  String replay(Row<Contestant, DetectorOutcome> row) {
    return trials.laboratory().replay(row.trial(), trials.firstSeed());
  }

  @Override
  Long untilNanos() {
    return trials.laboratory().untilNanos();
  }

  @Override
  ComparisonData<DetectorOutcome> charts() {
    return ComparisonData.ofDetectors(true);
  }

  /** The values of the knobs; the first one stands for the settings of the table. */
  @Override
  Dimension otherDimension() {
    List<Place> places = new ArrayList<>(List.of(new Place(Double.NaN, "as compared")));
    int most =
        plan().entrants().stream().mapToInt(one -> knob(one).values().size()).max().orElse(0);
    for (int i = 1; i <= most; i++) {
      places.add(new Place(Double.NaN, "" + i));
    }
    return new Dimension("knob", "setting, from the smallest to the largest", "", places);
  }

  @Override
  int other(Row<Contestant, DetectorOutcome> row) {
    boolean isOwn = plan().entrants().contains(row.entrant());
    return isOwn ? 0 : 1 + knob(row.entrant()).values().indexOf(knobValue(row));
  }

  @Override
  String textOf(Row<Contestant, DetectorOutcome> row) {
    return "%s %s".formatted(knob(row.entrant()).setting(), knobValue(row));
  }

  private static String knobValue(Row<Contestant, DetectorOutcome> row) {
    return row.entrant().value(knob(row.entrant()).setting());
  }

  /** The curves, apart from the points that are in the table, as far as they were run. */
  @Override
  List<Row<Contestant, DetectorOutcome>> moreRows() {
    List<Trial<Contestant>> moved = new ArrayList<>();
    for (Trial<Contestant> row : plan().rows()) {
      curve(row).stream().filter(one -> !plan().rows().contains(one)).forEach(moved::add);
    }
    moved.retainAll(trials.all());
    return rows(moved);
  }

  /** The figures of the curves as CSV. */
  public String csvCurve() {
    List<Trial<Contestant>> curves =
        plan().rows().stream().flatMap(row -> curve(row).stream()).toList();
    return Csv.of(columns(), rows(curves));
  }

  /** The same with every value of the detector's first knob. */
  public static List<Trial<Contestant>> curve(Trial<Contestant> row) {
    return row.entrant().curve(row.nodes()).stream()
        .map(moved -> new Trial<>(moved, row.nodes(), row.loss()))
        .toList();
  }

  @Override
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(conditions().replace("; per member", ";\nper member").replace(". All", ".\nAll"));
    remarks.addAll(text().legend());
    return remarks;
  }

  @Override
  String conditions() {
    Laboratory laboratory = trials.laboratory();
    return "%d runs of %s s each, with seeds from %d on: delays %s; per member and hour %s crashes"
            .formatted(
                trials.seeds(),
                TimeText.format(laboratory.untilNanos()),
                trials.firstSeed(),
                laboratory.latency(),
                Laboratory.plain(laboratory.crashesPerHour()))
        + " (down for %s s) and %s pauses of %s s. All detectors met the same faults and delays."
            .formatted(
                TimeText.format(laboratory.downNanos()),
                Laboratory.plain(laboratory.pausesPerHour()),
                TimeText.format(laboratory.pauseNanos()));
  }

  @Override
  public String svg() {
    List<Chart.Panel> panels = new ArrayList<>();
    plan().sizes().forEach(size -> plan().losses().forEach(loss -> panels.add(panel(size, loss))));
    double hours = trials.seeds() * (double) trials.laboratory().untilNanos() / HOUR_NANOS;
    String noneSeen =
        "Ringed: the settings of the table. None seen in %s hours: at 95 %%, fewer than %s an hour."
            .formatted(Digits.number(hours), Digits.number(DetectorOutcome.RULE_OF_THREE / hours));
    return new Chart(
            "Failure detectors: detection time against mistakes",
            "nothing crashed",
            List.of(
                "Filled: nothing else in the panel is both faster and less often mistaken.",
                noneSeen),
            plan().losses().size(),
            panels)
        .svg();
  }

  private Chart.Panel panel(int size, double loss) {
    List<DetectorOutcome> all = new ArrayList<>();
    plan()
        .entrants()
        .forEach(
            one -> all.addAll(rows(trials(one, size, loss)).stream().map(Row::outcome).toList()));
    List<Chart.Series> series = new ArrayList<>();
    for (Contestant contestant : plan().entrants()) {
      Knob knob = knob(contestant);
      String legend =
          "%s: %s %s to %s"
              .formatted(
                  contestant.name(),
                  knob.setting(),
                  knob.values().getFirst(),
                  knob.values().getLast());
      List<Chart.Point> points = new ArrayList<>();
      List<Row<Contestant, DetectorOutcome>> rows = rows(trials(contestant, size, loss));
      for (int i = 0; i < rows.size(); i++) {
        points.add(point(rows.get(i), legend, i == rows.size() - 1, all));
      }
      series.add(new Chart.Series(legend, Chart.Style.MARKS, points));
    }
    return new Chart.Panel(
        "%d members, %s".formatted(size, Digits.loss(loss)),
        new Chart.Scale(
            Chart.Spacing.TENS, "median time to detect a crash, seconds", "at once", "not seen"),
        new Chart.Scale(Chart.Spacing.TENS, "mistakes of a member per hour", "none seen", ""),
        series);
  }

  /** The settings of the curve, and as the last those of the table. */
  private static List<Trial<Contestant>> trials(Contestant one, int size, double loss) {
    Trial<Contestant> own = new Trial<>(one, size, loss);
    List<Trial<Contestant>> trials = new ArrayList<>(curve(own));
    trials.add(own);
    return trials;
  }

  private static Chart.Point point(
      Row<Contestant, DetectorOutcome> row,
      String legend,
      boolean isOwn,
      List<DetectorOutcome> all) {
    DetectorOutcome outcome = row.outcome();
    double detection = outcome.reachMedian();
    double mistakes = outcome.mistakesPerHour();
    String setting = knob(row.entrant()).setting();
    String hint =
        "%s, %s %s: detects in %s, %s mistakes"
            .formatted(
                legend,
                setting,
                row.entrant().value(setting),
                Double.isInfinite(detection) ? "never" : Axis.label(detection) + " s",
                Axis.label(mistakes));
    boolean isEfficient = all.stream().noneMatch(better -> dominates(better, outcome));
    return new Chart.Point(detection, mistakes, mistakes, mistakes, isEfficient, isOwn, hint);
  }

  /** Tells whether it is at least as good in both, and better in one. */
  private static boolean dominates(DetectorOutcome better, DetectorOutcome worse) {
    boolean isAsFast = better.reachMedian() <= worse.reachMedian();
    boolean isAsRare = better.mistakesPerHour() <= worse.mistakesPerHour();
    boolean isBetter =
        better.reachMedian() < worse.reachMedian()
            || better.mistakesPerHour() < worse.mistakesPerHour();
    return isAsFast && isAsRare && isBetter;
  }
}
