package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.recipe.Settings;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import java.util.List;
import java.util.function.Function;

/** The words of one statement, read from left to right, with errors that say where. */
final class Words {
  private static final String PROBABILITY = "a probability from 0 to 1, such as 0.05 or 5%";

  private final String where;
  private final List<String> words;
  private int position;

  Words(String where, String statement) {
    this(where, List.of(statement.strip().split("\\s+")));
  }

  Words(String where, List<String> words) {
    this.where = where;
    this.words = words;
  }

  String where() {
    return where;
  }

  boolean hasNext() {
    return position < words.size();
  }

  boolean peeks(String word) {
    return hasNext() && words.get(position).equals(word);
  }

  /** Whether the next word is of that form. */
  boolean peeksMatch(String form) {
    return hasNext() && words.get(position).matches(form);
  }

  /** Whether the word after the next one is of that form. */
  boolean peeksSecond(String form) {
    return position + 1 < words.size() && words.get(position + 1).matches(form);
  }

  /** Whether the next word is this one; takes it if so. */
  boolean takes(String word) {
    boolean found = peeks(word);
    position += found ? 1 : 0;
    return found;
  }

  String next(String wanted) {
    if (!hasNext()) {
      throw error("after \"%s\" comes %s".formatted(String.join(" ", words), wanted));
    }
    return words.get(position++);
  }

  /** All words that are left, of which there must be one. */
  String rest(String wanted) {
    int start = position;
    next(wanted);
    position = words.size();
    return String.join(" ", words.subList(start, position));
  }

  /** The next word, turned into something by a function that throws where it cannot. */
  <T> T next(String wanted, Function<String, T> parser) {
    String word = next(wanted);
    try {
      return parser.apply(word);
    } catch (NumberFormatException e) {
      throw error("\"%s\" is not %s".formatted(word, wanted));
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()));
    }
  }

  long time() {
    return next("a time", TimeText::parse);
  }

  NodeId node() {
    return next("a node such as 1", Words::parseNode);
  }

  /** Reads a node, or the role that it will have. */
  Target target() {
    return next("a node such as 1", Words::parseTarget);
  }

  double probability() {
    return next(PROBABILITY, Words::parseProbability);
  }

  void expect(String word) {
    if (!takes(word)) {
      throw error(
          hasNext()
              ? "\"%s\" stands where \"%s\" is expected".formatted(words.get(position), word)
              : "after \"%s\" comes \"%s\"".formatted(String.join(" ", words), word));
    }
  }

  void end() {
    if (hasNext()) {
      throw error("\"%s\" is one word too many".formatted(words.get(position)));
    }
  }

  /** Leaves out all words that are left, which somebody else has read. */
  void skip() {
    position = words.size();
  }

  ScenarioException error(String why) {
    return new ScenarioException(where, why);
  }

  private static double parseProbability(String word) {
    double value = Settings.parseDecimal(word);
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("\"%s\" is not %s".formatted(word, PROBABILITY));
    }
    return value;
  }

  private static NodeId parseNode(String word) {
    return parseNode(word, "");
  }

  private static Target parseTarget(String word) {
    Target player = Role.player(word);
    return player != null
        ? player
        : Target.of(parseNode(word, ", or a role such as leader or next-holder"));
  }

  private static NodeId parseNode(String word, String orElse) {
    String digits = word.startsWith("P") ? word.substring(1) : word;
    if (!digits.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "\"%s\" is not a node; a node is its number, such as 1 or P1%s".formatted(word, orElse));
    }
    return new NodeId(Long.parseLong(digits));
  }
}
