package coterie.lab.session.compare;

import coterie.lab.flag.Given;
import coterie.lab.session.compare.ComparisonData.Dimension;
import coterie.lab.session.compare.ComparisonData.Place;
import coterie.lab.session.compare.ComparisonData.Spot;
import coterie.lab.session.compare.Contest.Lane;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.Entrants;
import coterie.lab.trial.OneByOne;
import coterie.lab.trial.Trial;
import coterie.lab.trial.TrialFlags;
import coterie.lab.trial.Trials;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a page asks to be compared, as text: lines {@code entrant NAME SETTING=VALUE ...}, lines
 * {@code KEY VALUE} for conditions such as {@code loss 0.05}, and one line {@code vary KEY VALUE
 * VALUE ...} for what differs from point to point, or {@code vary knob} for the first knob of each
 * entrant.
 */
final class ComparePlan {
  private static final String KNOB = "knob";

  /** What the command takes several of. */
  private static final List<String> LISTS = List.of("nodes", "loss", "think");

  private static final int LINES_MAX = 100;
  private static final int NODES_MAX = 100;
  private static final int SEEDS_MAX = 1000;
  private static final int RUNS_MAX = 20_000;
  private static final double WORK_MAX = 2_000_000;

  /** What can differ from point to point, and what an axis says of it. */
  private static final Map<String, List<String>> VARIED =
      Map.of(
          "nodes",
          List.of("processes", ""),
          "loss",
          List.of("messages lost", "%"),
          "latency",
          List.of("delays", ""),
          "crash-rate",
          List.of("crashes of a process per hour", ""),
          "think",
          List.of("time between releasing the lock and asking again", ""),
          KNOB,
          List.of("setting, from the smallest to the largest", ""));

  /** One value of what is varied. */
  private record Point(int index, Given given, boolean isKnob) {}

  private final ContestKind<?, ?, ?, ?> kind;
  private final Map<String, Map<String, String>> entrants = new LinkedHashMap<>();
  private final Map<String, List<String>> conditions = new LinkedHashMap<>();
  private String varied = "";
  private List<String> values = List.of();

  private ComparePlan(ContestKind<?, ?, ?, ?> kind) {
    this.kind = kind;
    kind.defaults().forEach((key, value) -> conditions.put(key, List.of(value)));
  }

  static ComparePlan read(String kind, String text) {
    ComparePlan plan = new ComparePlan(ContestKind.named(kind));
    List<String> lines = Arrays.stream(text.split("\n", -1)).filter(one -> !one.isBlank()).toList();
    if (lines.size() > LINES_MAX) {
      throw new IllegalArgumentException(
          "a comparison has %d lines at most, not %d".formatted(LINES_MAX, lines.size()));
    }
    lines.forEach(line -> plan.line(List.of(line.strip().split("\\s+"))));
    if (plan.entrants.isEmpty()) {
      throw new IllegalArgumentException("nothing is compared; choose at least one protocol");
    }
    return plan;
  }

  private void line(List<String> words) {
    String key = words.getFirst();
    if (words.size() < 2) {
      throw new IllegalArgumentException("%s has no value".formatted(key));
    } else if (key.equals("entrant")) {
      entrant(words.get(1), words.subList(2, words.size()));
    } else if (key.equals("vary")) {
      vary(words.get(1), words.subList(2, words.size()));
    } else if (conditions.containsKey(key) && words.size() == 2) {
      conditions.put(key, List.of(words.get(1)));
    } else {
      throw new IllegalArgumentException(
          "unknown condition \"%s\"; choose %s"
              .formatted(key, String.join(", ", conditions.keySet())));
    }
  }

  private void entrant(String name, List<String> changes) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String change : changes) {
      int equals = change.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "%s: a setting is written NAME=VALUE, not %s".formatted(name, change));
      }
      settings.put(change.substring(0, equals), change.substring(equals + 1));
    }
    if (entrants.put(name, settings) != null) {
      throw new IllegalArgumentException("%s takes part twice".formatted(name));
    }
  }

  private void vary(String key, List<String> list) {
    if (!VARIED.containsKey(key) || (!key.equals(KNOB) && !conditions.containsKey(key))) {
      throw new IllegalArgumentException(
          "%s cannot be varied; choose nodes, loss, latency, crash-rate, think or knob"
              .formatted(key));
    }
    if (!key.equals(KNOB) && list.isEmpty()) {
      throw new IllegalArgumentException("%s is varied over no values".formatted(key));
    }
    varied = key;
    values = List.copyOf(list);
  }

  /** Makes the comparison; nothing is run yet. */
  Contest<?, ?, ?> contest(Recipes recipes) {
    return contest(kind, recipes);
  }

  private <T extends Recipe, E extends Entrant, R extends Record, O> Contest<E, R, O> contest(
      ContestKind<T, E, R, O> of, Recipes recipes) {
    Given base = given(conditions);
    List<E> all = new ArrayList<>();
    entrants.forEach((name, changes) -> all.add(of.entrant(name, changes, base, recipes)));
    List<EntrantKnob> knobs = new ArrayList<>();
    all.forEach(one -> knobs.add(EntrantKnob.of(one)));
    List<Lane<E, R, O>> lanes = new ArrayList<>();
    List<Point> points = points(knobs);
    for (Point point : points) {
      TrialFlags flags = new TrialFlags(point.given);
      Trials<E, R, O> trials = of.trials().apply(flags, recipes);
      for (int i = 0; i < all.size(); i++) {
        Lane<E, R, O> lane = lane(of, trials, point, i, all.get(i).name(), knobs.get(i), recipes);
        if (lane != null) {
          lanes.add(lane);
        }
      }
    }
    TrialFlags flags = new TrialFlags(base);
    if (lanes.isEmpty() || (long) lanes.size() * flags.seeds() > RUNS_MAX) {
      throw new IllegalArgumentException(
          lanes.isEmpty()
              ? "no protocol can be compared in this way"
              : "%d runs are too many; the page does %d at most"
                  .formatted((long) lanes.size() * flags.seeds(), RUNS_MAX));
    }
    Map<String, @Nullable Object> head = of.data().head(of.title(), all, dimensions(points.size()));
    head.put("conditions", words());
    head.put("command", command(of));
    return new Contest<>(of.data(), lanes, head, flags.firstSeed(), flags.seeds());
  }

  private <T extends Recipe, E extends Entrant, R extends Record, O> @Nullable Lane<E, R, O> lane(
      ContestKind<T, E, R, O> of,
      Trials<E, R, O> trials,
      Point point,
      int place,
      String name,
      @Nullable EntrantKnob knob,
      Recipes recipes) {
    Map<String, String> changes = new LinkedHashMap<>(entrants.getOrDefault(name, Map.of()));
    String text = "";
    if (point.isKnob) {
      if (knob == null || point.index >= knob.values().size()) {
        return null;
      }
      changes.put(knob.setting(), knob.values().get(point.index));
      text = "%s %s".formatted(knob.setting(), knob.values().get(point.index));
    }
    Given given = point.given;
    E entrant = of.entrant(name, changes, given, recipes);
    int nodes = TrialFlags.nodes(given.value("--nodes"));
    check(of, new TrialFlags(given), nodes);
    if (point.isKnob && !Entrants.fits(entrant, nodes)) {
      return null;
    }
    Trial<E> trial = new Trial<>(entrant, nodes, TrialFlags.loss(given.value("--loss")));
    trials.add(trial);
    OneByOne<E, R, O> runs = new OneByOne<>(trials, trial);
    List<Integer> at = varied.isEmpty() ? List.of() : List.of(point.index);
    return new Lane<>(new Spot(place, at, text, runs.text("{seed}"), trials.seeds()), runs);
  }

  private static void check(ContestKind<?, ?, ?, ?> of, TrialFlags flags, int nodes) {
    if (nodes > NODES_MAX) {
      throw new IllegalArgumentException(
          "%d processes are too many for the page; it compares %d at most, ./coterie compare more"
              .formatted(nodes, NODES_MAX));
    }
    if (flags.seeds() > SEEDS_MAX) {
      throw new IllegalArgumentException(
          "%d seeds are too many for the page; it takes %d at most"
              .formatted(flags.seeds(), SEEDS_MAX));
    }
    double work = of.work(flags, nodes);
    if (work > WORK_MAX) {
      throw new IllegalArgumentException(
          "a run of %d processes is too long for the page; it takes %.0f seconds at most"
              .formatted(nodes, Math.floor(WORK_MAX / nodes / nodes)));
    }
  }

  private static Given given(Map<String, List<String>> values) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    values.forEach((key, list) -> flags.put("--" + key, list));
    return new Given(flags, Map.of("--threads", List.of("1")));
  }

  private List<Point> points(List<EntrantKnob> knobs) {
    List<Point> points = new ArrayList<>();
    if (varied.isEmpty()) {
      points.add(new Point(0, given(conditions), false));
    } else if (varied.equals(KNOB)) {
      int most =
          knobs.stream().mapToInt(one -> one == null ? 0 : one.values().size()).max().orElse(0);
      for (int i = 0; i < most; i++) {
        points.add(new Point(i, given(conditions), true));
      }
    } else {
      for (int i = 0; i < values.size(); i++) {
        Map<String, List<String>> changed = new LinkedHashMap<>(conditions);
        changed.put(varied, List.of(values.get(i)));
        points.add(new Point(i, given(changed), false));
      }
    }
    return points;
  }

  private List<Dimension> dimensions(int points) {
    if (varied.isEmpty()) {
      return List.of();
    }
    List<String> words = VARIED.getOrDefault(varied, List.of("", ""));
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      places.add(
          varied.equals(KNOB)
              ? new Place(Double.NaN, String.valueOf(i + 1))
              : new Place(number(values.get(i)), values.get(i)));
    }
    return List.of(new Dimension(varied, words.getFirst(), words.getLast(), places));
  }

  private double number(String text) {
    boolean isNumber = text.matches("[0-9]{1,9}([.][0-9]{1,9})?");
    double factor = varied.equals("loss") ? 100 : 1;
    return isNumber ? factor * Double.parseDouble(text) : Double.NaN;
  }

  /** What all go through, in a sentence. */
  private String words() {
    Map<String, List<String>> rest = new LinkedHashMap<>(conditions);
    rest.remove(varied);
    List<String> said = new ArrayList<>();
    rest.forEach((key, value) -> said.add(key + " " + value.getFirst()));
    return String.join(", ", said) + ". All met the same faults and delays.";
  }

  /** The command that gives the same figures; empty where one command does not. */
  private String command(ContestKind<?, ?, ?, ?> of) {
    if (!varied.isEmpty() && !LISTS.contains(varied)) {
      return "";
    }
    StringBuilder command = new StringBuilder("./coterie compare ");
    command.append(of.choice().flag()).append(' ').append(String.join(",", entrants.keySet()));
    conditions.forEach(
        (key, value) -> {
          List<String> list = key.equals(varied) ? values : value;
          command.append(" --").append(key).append(' ').append(String.join(",", list));
        });
    entrants.forEach(
        (name, changes) ->
            changes.forEach(
                (setting, value) ->
                    command.append(" --set %s.%s=%s".formatted(name, setting, value))));
    return command.toString();
  }
}
