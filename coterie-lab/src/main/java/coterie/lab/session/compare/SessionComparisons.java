package coterie.lab.session.compare;

import coterie.lab.flag.Given;
import coterie.lab.trial.Entrant;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The comparisons of a session. {@code compare-kinds} tells what can be compared; {@code compare
 * KIND} with a {@link ComparePlan} below it begins one, {@code compare-advance ID RUNS} does some
 * of its runs and tells what the rows have come to, and {@code compare-close ID} forgets it. The
 * asker decides how much is done at a time, and whether to go on.
 */
public final class SessionComparisons {
  private static final int OPEN_MAX = 4;

  private final Recipes recipes;
  private final Map<Integer, Contest<?, ?, ?>> open = new TreeMap<>();
  private int last;

  public SessionComparisons(Recipes recipes) {
    this.recipes = recipes;
  }

  /**
   * Answers a request.
   *
   * @return a value for JSON
   */
  public Object answer(List<String> words, String body) {
    try {
      return switch (words.getFirst()) {
        case "compare-kinds" -> ContestKind.all().stream().map(this::kind).toList();
        case "compare" -> begin(words.size() > 1 ? words.get(1) : "", body);
        case "compare-advance" -> contest(words).advance(Math.max(1, number(words, 2)));
        case "compare-close" -> {
          open.remove(number(words, 1));
          yield Map.of();
        }
        default ->
            throw new IllegalArgumentException(
                "unknown request \"%s\"; choose compare-kinds, compare, compare-advance or"
                        .formatted(words.getFirst())
                    + " compare-close");
      };
    } catch (IllegalArgumentException e) {
      // A page has fields where a command has flags.
      throw new IllegalArgumentException(String.valueOf(e.getMessage()).replaceFirst("^--", ""), e);
    }
  }

  private Map<String, @Nullable Object> begin(String kind, String text) {
    Contest<?, ?, ?> contest = ComparePlan.read(kind, text).contest(recipes);
    if (open.size() >= OPEN_MAX) {
      throw new IllegalArgumentException(
          "%d comparisons are open already; close one first".formatted(OPEN_MAX));
    }
    last++;
    open.put(last, contest);
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("comparison", last);
    head.putAll(contest.head());
    return head;
  }

  private Contest<?, ?, ?> contest(List<String> words) {
    Contest<?, ?, ?> contest = open.get(number(words, 1));
    if (contest == null) {
      throw new IllegalArgumentException("comparison %s is not open".formatted(words.get(1)));
    }
    return contest;
  }

  private static int number(List<String> words, int place) {
    if (place >= words.size() || !words.get(place).matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "%s takes a whole number as word %d".formatted(words.getFirst(), place + 1));
    }
    return Integer.parseInt(words.get(place));
  }

  private Map<String, @Nullable Object> kind(ContestKind<?, ?, ?, ?> kind) {
    return describe(kind);
  }

  private <T extends Recipe, E extends Entrant> Map<String, @Nullable Object> describe(
      ContestKind<T, E, ?, ?> kind) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    kind.defaults().forEach((key, value) -> flags.put("--" + key, List.of(value)));
    Given given = new Given(flags, Map.of());
    List<Object> entrants = new ArrayList<>();
    for (String name : kind.choice().names(recipes)) {
      entrants.add(entrant(kind.entrant(name, Map.of(), given, recipes)));
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("kind", kind.word());
    json.put("title", kind.title());
    json.put("defaults", kind.defaults());
    json.put("entrants", entrants);
    return json;
  }

  private static Map<String, @Nullable Object> entrant(Entrant entrant) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", entrant.name());
    json.put("summary", entrant.recipe().summary());
    json.put("settings", entrant.settings());
    EntrantKnob knob = EntrantKnob.of(entrant);
    if (knob != null) {
      Map<String, @Nullable Object> moved = new LinkedHashMap<>();
      moved.put("setting", knob.setting());
      moved.put("help", knob.help());
      moved.put("values", knob.values());
      moved.put("value", knob.value());
      json.put("knob", moved);
    }
    return json;
  }
}
