package coterie.lab.session;

import coterie.lab.session.compare.SessionComparisons;
import coterie.sim.Whereabouts;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios for a page, and answers what it asks about them. A request is one line of words,
 * such as {@code states 3 1200}, and a text below it where one is needed; an answer is JSON, and
 * columns of numbers for the events of a run. A mistake of the asker's is an answer, too.
 *
 * <p>A run goes on in pieces, so that the page can show how far it is, and stop it. Going back in
 * time, branching and comparing need nothing but the same text and a seed: the same scenario is the
 * same run.
 *
 * <p>Whoever holds a session asks it from one thread at a time.
 */
public final class LabSession {
  private static final Pattern PLACE = Pattern.compile("text:([0-9]+): (.*)", Pattern.DOTALL);

  private final Recipes recipes;
  private final LabLimits limits;
  private final Map<Integer, LabRun> runs = new TreeMap<>();
  private final SessionComparisons comparisons;
  private int last;

  /** A session with the limits of a page. */
  public LabSession(Recipes recipes) {
    this(recipes, LabLimits.STANDARD);
  }

  public LabSession(Recipes recipes, LabLimits limits) {
    this.recipes = recipes;
    this.limits = limits;
    this.comparisons = new SessionComparisons(recipes);
  }

  /** Answers a request; never throws, but for a lack of memory. */
  public LabAnswer answer(String request) {
    try {
      int end = request.indexOf('\n');
      String line = end < 0 ? request : request.substring(0, end);
      String body = end < 0 ? "" : request.substring(end + 1);
      return answer(List.of(line.strip().split(" +")), body);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return new LabAnswer(Json.of(Map.of("error", error(e))));
    }
  }

  private LabAnswer answer(List<String> words, String body) {
    return switch (words.getFirst()) {
      case "protocols" -> new LabAnswer(Json.of(Catalogue.of(recipes)));
      case "check" -> new LabAnswer(Json.of(LabRun.read(body, recipes, limits).head()));
      case "run" -> begin(body);
      case "advance" -> new LabAnswer(Json.of(run(words).advance(number(words, 2))));
      case "columns" -> run(words).columns();
      case "lines" -> new LabAnswer(Json.of(run(words).lines(number(words, 2), number(words, 3))));
      case "event" -> new LabAnswer(Json.of(run(words).event(number(words, 2))));
      case "states" -> new LabAnswer(Json.of(run(words).states(number(words, 2))));
      case "vectors", "opinions", "stamps", "timeline" ->
          new LabAnswer(Json.of(run(words).whole(words.getFirst())));
      case "copies" -> new LabAnswer(Json.of(run(words).copies(number(words, 2))));
      case "watch" -> new LabAnswer(Json.of(run(words).watch(number(words, 2), words.getLast())));
      case "find" -> new LabAnswer(Json.of(run(words).find(body)));
      case "report" -> new LabAnswer(Json.of(run(words).report()));
      case "choices" ->
          new LabAnswer(
              Json.of(HandSchedule.next(LabRun.scenario(body, recipes, limits), recipes)));
      case "hand" ->
          new LabAnswer(Json.of(Map.of("text", run(words).handSchedule(number(words, 2) - 1))));
      case "calls" -> new LabAnswer(Json.of(Map.of("calls", run(words).calls(number(words, 2)))));
      case "shiviz" -> new LabAnswer(Json.of(run(words).shiviz()));
      case "svg" -> new LabAnswer(Json.of(Map.of("svg", run(words).svg())));
      case "close" -> close(words);
      case "compare-kinds", "compare", "compare-advance", "compare-close" ->
          new LabAnswer(Json.of(comparisons.answer(words, body)));
      default ->
          throw new IllegalArgumentException(
              "unknown request \"%s\"; a session answers %s".formatted(words.getFirst(), known()));
    };
  }

  private static String known() {
    return "protocols, check, run, advance, columns, lines, event, states, vectors, opinions,"
        + " stamps, timeline, copies, watch, find, report, choices, hand, calls, shiviz, svg"
        + " and close";
  }

  private LabAnswer begin(String text) {
    if (runs.size() >= limits.runsMax()) {
      throw new IllegalArgumentException(
          "%d runs are open already; close one first".formatted(runs.size()));
    }
    LabRun run = LabRun.read(text, recipes, limits);
    run.start();
    last++;
    runs.put(last, run);
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("run", last);
    head.putAll(run.head());
    return new LabAnswer(Json.of(head));
  }

  private LabAnswer close(List<String> words) {
    run(words);
    runs.remove(number(words, 1));
    return new LabAnswer("{}");
  }

  private LabRun run(List<String> words) {
    LabRun run = runs.get(number(words, 1));
    if (run == null) {
      throw new IllegalArgumentException("run %s is not open".formatted(words.get(1)));
    }
    return run;
  }

  private static int number(List<String> words, int place) {
    if (place >= words.size() || !words.get(place).matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "%s takes a whole number as word %d".formatted(words.getFirst(), place + 1));
    }
    return Integer.parseInt(words.get(place));
  }

  /** Returns the sentence, and the line of the text that it is about; 0 if it is about none. */
  static Map<String, Object> error(Throwable thrown) {
    Whereabouts at = Whereabouts.of(thrown);
    String message = String.valueOf(thrown.getMessage());
    Matcher place = PLACE.matcher(message);
    Map<String, Object> error = new LinkedHashMap<>();
    if (at != null) {
      error.put("line", 0);
      error.put("message", "%s threw %s".formatted(at.node(), thrown));
    } else if (place.matches()) {
      error.put("line", Integer.parseInt(place.group(1)));
      error.put("message", place.group(2));
    } else {
      boolean isRefusal = thrown instanceof IllegalArgumentException;
      error.put("line", 0);
      error.put("message", isRefusal ? message : thrown.toString());
    }
    return error;
  }

  static List<String> lines(String text) {
    return Arrays.asList(text.split("\r?\n", -1));
  }
}
