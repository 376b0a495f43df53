package coterie.lab.session.compare;

import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.ElectionOutcome;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.MutexOutcome;
import coterie.sim.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as the JSON value that the charts of a page are drawn from ({@code showComparison}
 * in chart.js):
 *
 * <ul>
 *   <li>{@code kind}: detectors, elections or locks; {@code title}; {@code conditions}, a sentence;
 *       {@code command}
 *   <li>{@code entrants}: a list of {@code {name, settings}}
 *   <li>{@code dims}: what differs between rows besides the entrant, each {@code {key, label, unit,
 *       values: [{value, text}]}}; a value that is not a number is null. The dimension {@code knob}
 *       is the first setting of each entrant; where there are other dimensions its first value is
 *       the setting as compared
 *   <li>{@code figures}: {@link ChartFigure}, each {@code {key, label, unit, better, help}}
 *   <li>{@code rows}: each {@code {entrant, at, text, scenario, runs, of, violations, figures,
 *       seeds}}. {@code at} has for each dimension the number of its value; {@code text} says what
 *       else is special about the row; {@code scenario} is the text of its runs with {@code {seed}}
 *       in place of the seed; {@code figures} has for each figure {@code [value, low, high]}, where
 *       null is unknown and "never" is infinite; {@code seeds} has for each run {@code [seed,
 *       violations, statements, value of each figure]}, where the statements are those that the
 *       scenario has besides. A row of {@code compare --html} may have a {@code command} with
 *       {seed} in place of the seed, too
 * </ul>
 */
public final class ComparisonData<O> {
  private final String kind;
  private final List<ChartFigure<O>> figures;

  private ComparisonData(String kind, List<ChartFigure<O>> figures) {
    this.kind = kind;
    this.figures = figures;
  }

  /**
   * Returns what is told of failure detectors.
   *
   * @param hasBytes whether bytes were counted
   */
  public static ComparisonData<DetectorOutcome> ofDetectors(boolean hasBytes) {
    return new ComparisonData<>("detectors", ChartFigures.detectors(hasBytes));
  }

  public static ComparisonData<ElectionOutcome> ofElections() {
    return new ComparisonData<>("elections", ChartFigures.elections());
  }

  public static ComparisonData<MutexOutcome> ofLocks() {
    return new ComparisonData<>("locks", ChartFigures.locks());
  }

  /** Something that differs between rows. */
  public record Dimension(String key, String label, String unit, List<Place> values) {
    public Dimension {
      values = List.copyOf(values);
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("key", key);
      json.put("label", label);
      json.put("unit", unit);
      json.put("values", values.stream().map(Place::json).toList());
      return json;
    }
  }

  /**
   * A value of a dimension.
   *
   * @param value not a number where it has no number
   */
  public record Place(double value, String text) {
    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("value", ChartFigure.plain(value));
      json.put("text", text);
      return json;
    }
  }

  /**
   * One point of the charts.
   *
   * @param entrant its number
   * @param at for each dimension the number of its value
   * @param text what else is special about it, such as a setting
   * @param scenario the text of its runs, with {seed} in place of the seed
   * @param of how many runs there will be
   */
  public record Spot(int entrant, List<Integer> at, String text, String scenario, int of) {
    public Spot {
      at = List.copyOf(at);
    }
  }

  /** All but the rows. */
  public Map<String, @Nullable Object> head(
      String title, List<? extends Entrant> entrants, List<Dimension> dimensions) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("kind", kind);
    json.put("title", title);
    json.put("entrants", entrants.stream().map(ComparisonData::entrant).toList());
    json.put("dims", dimensions.stream().map(Dimension::json).toList());
    json.put("figures", figures.stream().map(ChartFigure::json).toList());
    return json;
  }

  private static Map<String, @Nullable Object> entrant(Entrant entrant) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", entrant.name());
    json.put("settings", entrant.settings());
    return json;
  }

  /**
   * A row as far as it has come.
   *
   * @param all what its runs came to together; null before the first
   * @param runs how many there were
   * @param alone what each of them came to by itself, by its seed, or only the first of them
   */
  public Map<String, @Nullable Object> row(
      Spot spot, @Nullable O all, int runs, SortedMap<Long, O> alone) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("entrant", spot.entrant);
    json.put("at", spot.at);
    json.put("text", spot.text);
    json.put("scenario", spot.scenario);
    json.put("runs", runs);
    json.put("of", spot.of);
    json.put("violations", all == null ? 0 : violations(all));
    // What some of the runs came to would be no interval of all.
    List<O> each = alone.size() == runs ? List.copyOf(alone.values()) : List.of();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    if (all != null) {
      figures.forEach(one -> values.put(one.key(), interval(one.value().apply(all, each))));
    }
    json.put("figures", values);
    List<Object> seeds = new ArrayList<>();
    alone.forEach((seed, run) -> seeds.add(seed(seed, run)));
    json.put("seeds", seeds);
    return json;
  }

  private static List<@Nullable Object> interval(Estimate estimate) {
    List<@Nullable Object> all = new ArrayList<>();
    all.add(ChartFigure.plain(estimate.value()));
    all.add(ChartFigure.plain(estimate.low()));
    all.add(ChartFigure.plain(estimate.high()));
    return all;
  }

  private List<@Nullable Object> seed(long seed, O run) {
    List<@Nullable Object> all = new ArrayList<>();
    all.add(seed);
    all.add(violations(run));
    all.add(run instanceof ElectionOutcome outcome ? outcome.first().statements() : "");
    figures.forEach(figure -> all.add(ChartFigure.plain(figure.alone(run))));
    return all;
  }

  private static int violations(Object outcome) {
    return switch (outcome) {
      case ElectionOutcome elections -> elections.violations().size();
      case MutexOutcome locks -> locks.violations().size();
      default -> 0;
    };
  }
}
