package coterie.sim.scenario;

import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trace test: a scenario, a line of dashes, and the trace that is expected of it. A test and a
 * piece of documentation at once, so it opens with a sentence, as a comment, that says what it
 * shows; comments between the expected lines are kept when the file is rewritten.
 */
public final class TraceFile {
  private static final String RULE = "---";
  private static final Pattern LETTER = Pattern.compile("# (\\([a-z]'*\\))");

  private final String name;
  private final List<String> scenario;
  private final List<String> expected;
  private final boolean hasTrace;

  public TraceFile(String name, List<String> lines) {
    this.name = name;
    int rule = lines.indexOf(RULE);
    this.hasTrace = rule >= 0;
    this.scenario = rule < 0 ? lines : lines.subList(0, rule);
    this.expected = rule < 0 ? List.of() : lines.subList(rule + 1, lines.size());
  }

  /** The part above the line of dashes. */
  public List<String> scenario() {
    return scenario;
  }

  /** Returns whether there is a line of dashes, and a trace below it. */
  public boolean hasTrace() {
    return hasTrace;
  }

  /** Runs the scenario and returns its trace; a promise that was broken is a line at its end. */
  public List<String> run(Recipes recipes) {
    if (scenario.isEmpty() || !scenario.getFirst().startsWith("# ")) {
      throw new ScenarioException(
          name + ":1", "a trace test opens with a comment that says what it shows: # ...");
    }
    List<String> lines = new ArrayList<>();
    ScenarioRun run = play(recipes, lines::add);
    run.violations().forEach(sentence -> lines.add("broken: " + sentence));
    return lines;
  }

  /** Runs the scenario to its end, and tells the sink the lines of its trace. */
  public ScenarioRun play(Recipes recipes, Consumer<String> lines) {
    Scenario read = new ScenarioReader(recipes).text(name, scenario).scenario();
    ScenarioRun run = new ScenarioRun(read, recipes);
    run.trace(read.shown(), event -> lines.accept(Lines.of(event)));
    run.run();
    return run;
  }

  /** Says where the trace first differs from what is expected; empty if it does not. */
  public String difference(List<String> actual) {
    int at = 0;
    for (int i = 0; i < expected.size(); i++) {
      String line = expected.get(i);
      if (isComment(line)) {
        continue;
      }
      String got = at < actual.size() ? actual.get(at) : "the end of the trace";
      if (!squeezed(line).equals(squeezed(got))) {
        return "%s:%d: expected%n%s%nbut the run says%n%s"
            .formatted(name, scenario.size() + 2 + i, line, got);
      }
      at++;
    }
    return at == actual.size()
        ? ""
        : "%s: the run goes on after the expected end:%n%s".formatted(name, actual.get(at));
  }

  /**
   * The steps that the expected part names by comments such as {@code # (a)}: their names, by the
   * position of the event at which each begins; none if the run differs from what is expected.
   *
   * @param shown the kinds of events that the expected part has
   * @param events all of them, of whatever kind
   */
  public SortedMap<Integer, String> letters(Set<Kind> shown, List<TraceEvent> events) {
    List<Integer> positions = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      if (shown.contains(Kind.of(events.get(i)))) {
        positions.add(i);
        lines.add(Lines.of(events.get(i)));
      }
    }
    SortedMap<Integer, String> letters = new TreeMap<>();
    if (!difference(lines).isEmpty()) {
      return letters;
    }
    int at = 0;
    for (String line : expected) {
      Matcher letter = LETTER.matcher(line);
      if (letter.matches() && at < positions.size()) {
        letters.put(positions.get(at), letter.group(1));
      }
      at += isComment(line) ? 0 : 1;
    }
    return letters;
  }

  /** The file with the expected part replaced; a comment stays above the line it stood above. */
  public List<String> rewritten(List<String> actual) {
    List<String> lines = new ArrayList<>(scenario);
    lines.add(RULE);
    int at = 0;
    List<String> comments = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : expected) {
      if (isComment(line)) {
        comments.add(line);
        continue;
      }
      int times = seen.merge(line, 1, Integer::sum);
      int found = comments.isEmpty() ? -1 : indexOf(actual, line, times);
      if (found >= at) {
        lines.addAll(actual.subList(at, found));
        lines.addAll(comments);
        comments.clear();
        at = found;
      }
    }
    lines.addAll(actual.subList(at, actual.size()));
    lines.addAll(comments);
    return lines;
  }

  /** Where the line stands for the n-th time, since equal lines are told apart by their order. */
  private static int indexOf(List<String> lines, String line, int times) {
    int found = -1;
    for (int i = 0; i < times; i++) {
      int next = lines.subList(found + 1, lines.size()).indexOf(line);
      if (next < 0) {
        return -1;
      }
      found += 1 + next;
    }
    return found;
  }

  /** Without the blanks around the time, which --trace prints in a column as wide as needed. */
  private static String squeezed(String line) {
    return line.replaceFirst("^ *([0-9.]+) +", "$1 ");
  }

  private static boolean isComment(String line) {
    return line.isBlank() || line.startsWith("#");
  }
}
