package coterie.lab.compare;

import coterie.lab.report.Column;
import coterie.lab.report.Csv;
import coterie.lab.report.Digits;
import coterie.lab.report.Figures;
import coterie.lab.report.JsonRows;
import coterie.lab.report.Page;
import coterie.lab.report.Table;
import coterie.lab.session.compare.ComparisonData;
import coterie.lab.session.compare.ComparisonData.Dimension;
import coterie.lab.session.compare.ComparisonData.Place;
import coterie.lab.session.compare.ComparisonData.Spot;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Trial;
import coterie.lab.trial.Trials;
import coterie.recipe.Cost;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison came to: one list of columns, printed as a table, as CSV, as JSON, and with a
 * chart as a page.
 *
 * @param <E> what is compared
 * @param <O> what all runs of one trial came to
 */
public abstract class Comparison<E extends Entrant, O> implements Figures {
  /** What one row of the table is made from. */
  record Row<E extends Entrant, O>(Trial<E> trial, O outcome) {
    int nodes() {
      return trial.nodes();
    }

    E entrant() {
      return trial.entrant();
    }
  }

  private final Trials<E, ?, O> trials;
  private final ComparisonPlan<E> plan;
  private final String kind;

  /**
   * @param kind one of what is compared, such as "detector", which names the column
   */
  Comparison(Trials<E, ?, O> trials, ComparisonPlan<E> plan, String kind) {
    this.trials = trials;
    this.plan = plan;
    this.kind = kind;
  }

  /** The columns after those that say what is compared under which conditions. */
  abstract List<Column<Row<E, O>>> figures();

  /** What all of them went through, in a sentence. */
  abstract String conditions();

  abstract ComparisonText text();

  /** The command that shows a run of a row by itself. */
  abstract String replay(Row<E, O> row);

  /** How many messages it takes by formula. */
  List<Cost> costs(E entrant, int nodes) {
    return List.of();
  }

  /** The columns beside the name of what is compared: conditions of its own. */
  List<Column<Row<E, O>>> conditionColumns() {
    return List.of();
  }

  boolean isLossShown() {
    return true;
  }

  /** How long a run is; null if that follows from other conditions. */
  @Nullable Long untilNanos() {
    return null;
  }

  /** Draws the figures. */
  @Override
  public abstract String svg();

  /** What was broken, each with the command that shows the run again. */
  public List<String> violations() {
    return List.of();
  }

  final ComparisonPlan<E> plan() {
    return plan;
  }

  final O outcome(E entrant, int nodes, double loss) {
    return trials.outcome(new Trial<>(entrant, nodes, loss));
  }

  final List<Row<E, O>> rows() {
    return rows(plan.rows());
  }

  final List<Row<E, O>> rows(List<Trial<E>> of) {
    return of.stream().map(trial -> new Row<>(trial, trials.outcome(trial))).toList();
  }

  final List<Column<Row<E, O>>> columns() {
    Column<Row<E, O>> loss = Column.csv("loss", row -> plainLoss(row));
    List<Column<Row<E, O>>> columns = new ArrayList<>();
    columns.add(Column.<Row<E, O>>of("nodes", Row::nodes).shown("N", row -> "" + row.nodes()));
    columns.add(isLossShown() ? loss.shown("loss", Comparison::plainLoss) : loss);
    columns.add(Column.json("loss", row -> row.trial().loss()));
    columns.addAll(conditionColumns());
    columns.add(
        Column.<Row<E, O>>of(kind, row -> row.entrant().name())
            .shown(kind, row -> row.entrant().name()));
    columns.add(Column.json("settings", row -> row.entrant().settings()));
    columns.addAll(figures());
    columns.add(Column.json("replay", this::replay));
    return columns;
  }

  private static String plainLoss(Row<?, ?> row) {
    return Laboratory.plain(row.trial().loss());
  }

  /** Shows the messages by formula, from least to most. */
  final Column<Row<E, O>> byFormula() {
    return Column.table("by formula", row -> Digits.range(costs(row)));
  }

  /** The messages by formula, for CSV and for JSON. */
  final List<Column<Row<E, O>>> formulaColumns() {
    return List.of(
        Column.csv(
            "formulaLeast", row -> costs(row).isEmpty() ? null : costs(row).getFirst().messages()),
        Column.csv(
            "formulaMost", row -> costs(row).isEmpty() ? null : costs(row).getLast().messages()),
        Column.json("costs", row -> costs(row).stream().map(Json::fields).toList()));
  }

  private List<Cost> costs(Row<E, O> row) {
    return costs(row.entrant(), row.nodes());
  }

  /** Under which formulas messages are counted, by name. */
  private Map<String, String> formulas() {
    Map<String, String> formulas = new LinkedHashMap<>();
    for (E one : plan.entrants()) {
      formulas.put(one.name(), Digits.formulas(costs(one, 2)));
    }
    formulas.values().removeIf(String::isEmpty);
    return formulas;
  }

  /** What is said below the table. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>(List.of(conditions()));
    remarks.addAll(text().legend());
    formulas().forEach((name, costs) -> remarks.add("messages of %s: %s".formatted(name, costs)));
    remarks.add("The same again: " + plan.command());
    return remarks;
  }

  @Override
  public final void print(PrintWriter out) {
    Table.of(columns(), rows()).printUpTo(out, kind);
    out.println();
    remarks().forEach(out::println);
  }

  @Override
  public final String csv() {
    return Csv.of(columns(), rows());
  }

  @Override
  public final Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("command", plan.command());
    json.put("seed", trials.firstSeed());
    json.put("seeds", trials.seeds());
    Long until = untilNanos();
    if (until != null) {
      json.put("until", Json.time(until));
    }
    json.put("rows", JsonRows.of(columns(), rows()));
    return json;
  }

  /** The figures that charts of a page show. */
  abstract ComparisonData<O> charts();

  /** What differs between rows besides the size and the losses. */
  @Nullable Dimension otherDimension() {
    return null;
  }

  /** The number of the value that a row has there. */
  int other(Row<E, O> row) {
    return 0;
  }

  /** Rows that charts show besides those of the table, which all have a value of the knob. */
  List<Row<E, O>> moreRows() {
    return List.of();
  }

  /** The command that shows a run of a row, with {seed} in place of its seed; empty for none. */
  String anyReplay(Row<E, O> row) {
    return replay(row).replaceFirst(" --seed [0-9]+", " --seed {seed}");
  }

  /** What the charts of a page are drawn from; {@link ComparisonData} says what it looks like. */
  public final Map<String, @Nullable Object> data() {
    List<String> names = plan.entrants().stream().map(Entrant::name).distinct().toList();
    List<E> entrants = new ArrayList<>();
    names.forEach(name -> entrants.add(named(name)));
    List<Dimension> dimensions = new ArrayList<>(List.of(sizes(), losses()));
    Dimension more = otherDimension();
    if (more != null) {
      dimensions.add(more);
    }
    Map<String, @Nullable Object> data = charts().head(text().title(), entrants, dimensions);
    data.put("conditions", conditions());
    data.put("command", plan.command());
    List<Object> rows = new ArrayList<>();
    rows().forEach(row -> rows.add(data(row, names)));
    moreRows().forEach(row -> rows.add(data(row, names)));
    data.put("rows", rows);
    return data;
  }

  private E named(String name) {
    return plan.entrants().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Dimension sizes() {
    List<Place> places = new ArrayList<>();
    plan.sizes().forEach(size -> places.add(new Place(size, "" + size)));
    return new Dimension("nodes", "processes", "", places);
  }

  private Dimension losses() {
    List<Place> places = new ArrayList<>();
    plan.losses().forEach(loss -> places.add(new Place(100 * loss, Laboratory.plain(loss))));
    return new Dimension("loss", "messages lost", "%", places);
  }

  private Map<String, @Nullable Object> data(Row<E, O> row, List<String> names) {
    Trial<E> trial = row.trial;
    List<Integer> at = new ArrayList<>();
    at.add(plan.sizes().indexOf(trial.nodes()));
    at.add(plan.losses().indexOf(trial.loss()));
    if (otherDimension() != null) {
      at.add(other(row));
    }
    Spot spot =
        new Spot(
            names.indexOf(row.entrant().name()),
            at,
            textOf(row),
            trials.text(trial, "{seed}"),
            trials.seeds());
    Map<String, @Nullable Object> json =
        charts().row(spot, row.outcome, trials.seeds(), trials.kept(trial));
    json.put("command", anyReplay(row));
    return json;
  }

  /** What is special about a row, such as a setting. */
  String textOf(Row<E, O> row) {
    return "";
  }

  /** Writes table and chart as one page. */
  public final String html() {
    Map<String, String> meanings = new LinkedHashMap<>(text().meanings());
    formulas().forEach((name, costs) -> meanings.put("by formula: " + name, costs));
    return new Page(text().title(), conditions(), text().chart(), svg(), meanings, plan.command())
        .html(columns(), rows(), kind);
  }
}
