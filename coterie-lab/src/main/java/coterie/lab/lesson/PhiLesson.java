package coterie.lab.lesson;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.detect.phi.PhiAccrual;
import coterie.lab.chart.Axis;
import coterie.lab.chart.Chart;
import coterie.lab.report.Table;
import coterie.sim.StageWitness;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The level of a phi accrual detector, second by second, as the simulator's own detector has it.
 */
public final class PhiLesson implements Taught {
  /** What the observer answers at one time. */
  record Row(long atNanos, long sinceBeatNanos, double phi, boolean isAvailable) {}

  /** Above this multiple of the threshold nothing more is to be seen. */
  private static final double TALLEST = 2;

  private static final long SAMPLE_NANOS = TimeText.SECOND / 40;

  private final Lesson lesson;
  private final Recipes recipes;
  private final String deviation;
  private final String threshold;
  private final Scenario scenario;
  private final Observer observer;

  /** Runs it with these settings. */
  public PhiLesson(Lesson lesson, Recipes recipes, String deviation, String threshold) {
    this.lesson = lesson;
    this.recipes = recipes;
    this.deviation = deviation;
    this.threshold = threshold;
    check(recipes, "deviation", deviation);
    check(recipes, "threshold", threshold);
    List<String> lines = scenario(lesson, deviation, threshold);
    this.scenario = new ScenarioReader(recipes).text(lesson.name(), lines).scenario();
    this.observer = observe(new ScenarioRun(scenario, recipes));
  }

  /** The lines of the scenario with these settings. */
  public static List<String> scenario(Lesson lesson, String deviation, String threshold) {
    return lesson.scenario(Map.of("deviation", deviation, "threshold", threshold));
  }

  /** A wrong value is told of by its flag, not by its line in the lesson. */
  private static void check(Recipes recipes, String setting, String value) {
    ScenarioReader reader = new ScenarioReader(recipes).statement("", "protocol phi");
    reader.statement("--" + setting + " " + value, "set " + setting + " " + value).scenario();
  }

  private static Observer observe(ScenarioRun run) {
    Observer observer = new Observer(run.scenario().members().at(0));
    run.stage().watch(observer);
    run.run();
    return observer;
  }

  @Override
  public void print(PrintWriter out) {
    lesson.text().forEach(out::println);
    out.println();
    Table table = new Table("t", "since the last beat", "phi", "available");
    for (Row row : observer.rows) {
      table.add(
          TimeText.format(row.atNanos) + " s",
          TimeText.format(row.sinceBeatNanos) + " s",
          "%.2f".formatted(row.phi),
          row.isAvailable ? "yes" : "no");
    }
    table.print(out, 0);
    out.println();
    Long suspectedAt = observer.suspectedAtNanos;
    out.println(
        suspectedAt == null
            ? "Phi did not reach the threshold of %s.".formatted(threshold)
            : "Phi reaches the threshold of %s at %s s, %s s after the last beat: from then on P0 suspects P1."
                .formatted(
                    threshold, rounded(suspectedAt), rounded(suspectedAt - observer.beatAtNanos)));
  }

  private static String rounded(long nanos) {
    return TimeText.format(nanos - nanos % 1_000_000);
  }

  @Override
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("deviation", deviation);
    object.put("threshold", new BigDecimal(threshold));
    Long suspectedAt = observer.suspectedAtNanos;
    object.put("suspectedAt", suspectedAt == null ? null : Json.time(suspectedAt));
    object.put("rows", observer.rows);
    return object;
  }

  /** Draws phi over time: the same run once more, stopped at every sample. */
  @Override
  public String svg() {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    run.start();
    NodeId observed = scenario.members().at(1);
    double limit = Double.parseDouble(threshold);
    List<Chart.Point> points = new ArrayList<>();
    for (long at = 0; at <= scenario.untilNanos(); at += SAMPLE_NANOS) {
      run.stage().runUntil(at);
      PhiAccrual phi = run.stage().protocol(scenario.members().at(0), PhiAccrual.class);
      double level = phi.level(observed);
      points.add(new Chart.Point(at / 1e9, Math.min(level, TALLEST * limit), ""));
      if (level > TALLEST * limit) {
        break;
      }
    }
    Chart.Panel panel =
        new Chart.Panel(
            "",
            new Chart.Scale(Chart.Spacing.SECONDS, "seconds"),
            new Chart.Scale(Chart.Spacing.EVEN, "phi"),
            List.of(new Chart.Series("", Chart.Style.CURVE, points)),
            List.of(
                new Chart.Guide(false, limit, "suspected from phi " + Axis.label(limit)),
                new Chart.Guide(true, observer.beatAtNanos / 1e9, "the last beat")));
    String title = "Phi over time, deviation at least " + deviation;
    return new Chart(title, "", List.of(), 1, List.of(panel)).svg();
  }

  /** What the first process of the run sees and answers. */
  private static final class Observer implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    private final NodeId self;
    private final List<Row> rows = new ArrayList<>();
    private long beatAtNanos;
    private boolean suspects;
    private @Nullable Long suspectedAtNanos;

    Observer(NodeId self) {
      this.self = self;
    }

    @Override
    public void received(long at, NodeId to, int channel, NodeId from, Message message) {
      if (to.equals(self)) {
        beatAtNanos = at;
      }
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (node.equals(self) && note instanceof Note.Suspected) {
        suspects = true;
        suspectedAtNanos = at;
      } else if (node.equals(self) && note instanceof Note.Trusted) {
        suspects = false;
      }
    }

    @Override
    public void answered(long at, NodeId node, Object answer) {
      rows.add(new Row(at, at - beatAtNanos, (Double) answer, !suspects));
    }
  }
}
