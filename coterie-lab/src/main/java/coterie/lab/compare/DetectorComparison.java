package coterie.lab.compare;

import coterie.core.DetectorRecipe.Knob;
import coterie.core.TimeText;
import coterie.lab.chart.ParetoPlot;
import coterie.lab.report.Digits;
import coterie.lab.report.Page;
import coterie.lab.report.Table;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.DetectorTrials;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.sim.check.Estimate;
import coterie.sim.check.Figure;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A comparison as a table, as CSV, as JSON, as a picture. */
public final class DetectorComparison implements Comparison {
  private static final List<String> HEAD =
      List.of(
          "N",
          "loss",
          "detector",
          "crashes",
          "detect p50",
          "p99",
          "detected",
          "all know",
          "mistakes/h",
          "accuracy",
          "msgs/s",
          "bytes/s");

  /** Figures that count what was not detected as infinitely late, and one for no mistakes. */
  private static final List<String> OWN =
      List.of(
          "detectionReachMedian",
          "detectionReachP99",
          "knownToAllReachMedian",
          "mistakesPerMemberHourAtMost");

  /** What a reader of the table alone would take for something else. */
  private static final String LEGEND =
      """
      detect: from a crash until another member suspects the crashed one for good, over all pairs;
      what was missed counts as infinitely late, and - says that more was missed than p50 or p99 allow.
      3s (1..5): at 95 %, between 1 s and 5 s; the fewer crashes, the wider. No more digits are given than hold.
      mistakes/h: of one member about all others; none (<x): at 95 %, there are fewer than x.
      docs/compare.md explains every column.
      """;

  private static final double HOUR_NANOS = 3600.0 * TimeText.SECOND;

  private static final List<List<String>> MEANINGS =
      List.of(
          List.of(
              "detect p50, p99",
              "From a crash to the moment from which a member that is up suspects the crashed one"
                  + " for good: half, and 99 of 100, of all pairs of a crash and such a member are"
                  + " as fast. What was not detected counts as infinitely late; a dash: fewer than"
                  + " that were detected at all."),
          List.of(
              "3s (1..5)",
              "At 95 %, the figure lies between 1 s and 5 s. No more digits are given than the"
                  + " interval supports."),
          List.of("crashes", "How many there were in all runs together."),
          List.of("detected", "The share of these pairs that did, before recovery or the end."),
          List.of(
              "all know",
              "From a crash to the first moment at which all who are up suspect the crashed one:"
                  + " half of the crashes are as fast. A dash: fewer had such a moment."),
          List.of(
              "mistakes/h",
              "How often a member begins to suspect one that is up, in an hour. \"none (<x)\":"
                  + " none was seen, which shows at 95 % that there are fewer than x."),
          List.of("accuracy", "The chance that a member that is up is not suspected by another."),
          List.of("msgs/s, bytes/s", "What each member sends in a second."));

  private final DetectorTrials trials;
  private final ComparisonPlan<Contestant> plan;

  public DetectorComparison(DetectorTrials trials, ComparisonPlan<Contestant> plan) {
    this.trials = trials;
    this.plan = plan;
  }

  @Override
  public void print(PrintWriter out) {
    Table table = new Table(HEAD.toArray(String[]::new));
    plan.rows().forEach(trial -> table.add(cells(trial).toArray()));
    table.print(out, 3);
    out.println();
    out.println(conditions().replace("; per member", ";\nper member").replace(". All", ".\nAll"));
    LEGEND.lines().forEach(out::println);
  }

  /** What the table says of one trial. */
  private List<String> cells(Trial<Contestant> trial) {
    DetectorOutcome outcome = trials.outcome(trial);
    return List.of(
        Integer.toString(trial.nodes()),
        Laboratory.plain(trial.loss()),
        trial.entrant().name(),
        Long.toString(outcome.crashes()),
        seconds(outcome.reachMedian(), outcome.figure(Figure.DETECTION_MEDIAN)),
        seconds(outcome.reachP99(), outcome.figure(Figure.DETECTION_P99)),
        Digits.share(outcome.figure(Figure.DETECTED)),
        seconds(outcome.knownMedian(), outcome.figure(Figure.KNOWN_MEDIAN)),
        mistakes(outcome),
        Digits.share(outcome.figure(Figure.ACCURACY)),
        Digits.supported(outcome.figure(Figure.MESSAGES)),
        Digits.supported(outcome.figure(Figure.BYTES)));
  }

  /**
   * A dash where fewer than that share got so far. The interval is of those that did; where some
   * did not, it does not hold the figure and is not shown.
   */
  private static String seconds(double reached, Estimate ofThose) {
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
  public String csv() {
    return csv(plan.rows());
  }

  public String csvCurve() {
    return csv(plan.rows().stream().flatMap(row -> curve(row).stream()).toList());
  }

  /** The same with every value of the detector's first knob. */
  public static List<Trial<Contestant>> curve(Trial<Contestant> row) {
    return row.entrant().curve(row.nodes()).stream()
        .map(moved -> new Trial<>(moved, row.nodes(), row.loss()))
        .toList();
  }

  private String csv(List<Trial<Contestant>> rows) {
    StringBuilder text = new StringBuilder("nodes,loss,detector,knob,value,seeds,crashes,mistakes");
    for (Figure figure : Figure.values()) {
      String key = figure.key();
      text.append(",%s,%sLow,%sHigh".formatted(key, key, key));
    }
    OWN.forEach(name -> text.append(',').append(name));
    text.append('\n');
    for (Trial<Contestant> trial : rows) {
      DetectorOutcome outcome = trials.outcome(trial);
      Knob knob = trial.entrant().recipe().knobs().getFirst();
      text.append(trial.nodes()).append(',').append(Laboratory.plain(trial.loss()));
      text.append(',').append(trial.entrant().name()).append(',').append(knob.setting());
      text.append(',').append(trial.entrant().value(knob.setting()));
      text.append(',').append(trials.seeds()).append(',').append(outcome.crashes());
      text.append(',').append(outcome.mistakes());
      for (Figure figure : Figure.values()) {
        Estimate estimate = outcome.figure(figure);
        text.append(',').append(Digits.exact(estimate.value()));
        text.append(',').append(Digits.exact(estimate.low()));
        text.append(',').append(Digits.exact(estimate.high()));
      }
      for (double value : own(outcome)) {
        text.append(',').append(Digits.exact(value));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static double[] own(DetectorOutcome outcome) {
    return new double[] {
      outcome.reachMedian(),
      outcome.reachP99(),
      outcome.knownMedian(),
      outcome.mistakesPerHourAtMost()
    };
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Laboratory laboratory = trials.laboratory();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("command", plan.command());
    json.put("seed", trials.firstSeed());
    json.put("seeds", trials.seeds());
    json.put("until", Json.time(laboratory.untilNanos()));
    json.put("rows", plan.rows().stream().map(this::json).toList());
    return json;
  }

  private Map<String, @Nullable Object> json(Trial<Contestant> trial) {
    DetectorOutcome outcome = trials.outcome(trial);
    Contestant contestant = trial.entrant();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("nodes", trial.nodes());
    json.put("loss", trial.loss());
    json.put("detector", contestant.name());
    json.put("settings", contestant.settings());
    json.put("crashes", outcome.crashes());
    json.put("mistakes", outcome.mistakes());
    for (Figure figure : Figure.values()) {
      json.put(figure.key(), json(outcome.figure(figure)));
    }
    for (int i = 0; i < OWN.size(); i++) {
      json.put(OWN.get(i), own(outcome)[i]);
    }
    json.put("replay", trials.laboratory().replay(trial, trials.firstSeed()));
    return json;
  }

  private static Map<String, @Nullable Object> json(Estimate estimate) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("value", estimate.value());
    json.put("low", estimate.low());
    json.put("high", estimate.high());
    return json;
  }

  @Override
  public String svg() {
    List<ParetoPlot.Panel> panels = new ArrayList<>();
    for (int size : plan.sizes()) {
      for (double loss : plan.losses()) {
        panels.add(panel(size, loss));
      }
    }
    double hours = trials.seeds() * (double) trials.laboratory().untilNanos() / HOUR_NANOS;
    String noneSeen =
        "None seen in %s hours: at 95 %%, fewer than %s an hour."
            .formatted(Digits.number(hours), Digits.number(DetectorOutcome.RULE_OF_THREE / hours));
    return ParetoPlot.svg(
        "Failure detectors: detection time against mistakes",
        noneSeen,
        panels,
        plan.losses().size());
  }

  private ParetoPlot.Panel panel(int size, double loss) {
    List<ParetoPlot.Curve> curves = new ArrayList<>();
    for (Contestant contestant : plan.entrants()) {
      Knob knob = contestant.recipe().knobs().getFirst();
      List<ParetoPlot.Point> points = new ArrayList<>();
      for (Contestant moved : contestant.curve(size)) {
        points.add(point(new Trial<>(moved, size, loss), knob));
      }
      Trial<Contestant> own = new Trial<>(contestant, size, loss);
      curves.add(new ParetoPlot.Curve(legend(contestant, knob), points, point(own, knob)));
    }
    String title = "%d members, %s".formatted(size, Digits.loss(loss));
    return new ParetoPlot.Panel(title, curves);
  }

  private static String legend(Contestant contestant, Knob knob) {
    return "%s: %s %s to %s"
        .formatted(
            contestant.name(), knob.setting(), knob.values().getFirst(), knob.values().getLast());
  }

  private ParetoPlot.Point point(Trial<Contestant> trial, Knob knob) {
    DetectorOutcome outcome = trials.outcome(trial);
    String hint = knob.setting() + " " + trial.entrant().value(knob.setting());
    return new ParetoPlot.Point(hint, outcome.reachMedian(), outcome.mistakesPerHour());
  }

  @Override
  public Page page() {
    return new Page(
        "Failure detectors compared",
        conditions(),
        HEAD,
        plan.rows().stream().map(this::cells).toList(),
        HEAD.indexOf("detector"),
        "Detection time against mistakes",
        svg(),
        MEANINGS,
        plan.command());
  }

  /** What all of them went through, in a sentence. */
  private String conditions() {
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
}
