package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.check.expect.Condition;
import coterie.sim.check.expect.Expectation;
import coterie.sim.check.expect.NodeQuantity;
import coterie.sim.check.expect.NotePattern;
import coterie.sim.check.expect.Operator;
import coterie.sim.check.expect.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of {@code expect}. */
final class ExpectWords {
  private static final String CONDITIONS =
      "two-leaders, two-inside, agreed, converged, detected, note NOTE, NODE.FIELD = VALUE, or NODE"
          + " (all, any, nobody) and what it does: "
          + Verb.all()
          + ", notes";
  private static final String TIMES =
      "by TIME, within TIME, at TIME, at end, from TIME [until TIME], or after (within) TIME of"
          + " calm";

  /** A note with its fields, an operator, or a word. */
  private static final Pattern TOKEN =
      Pattern.compile("[^\\s\\[=<>!]+\\[[^\\]]*\\]|<=|>=|!=|=|<|>|[^\\s=<>!]+|\\S");

  private static final Pattern NOTE = Pattern.compile("([A-Z][A-Za-z0-9]*)(?:\\[([^\\]]*)\\])?");
  private static final Pattern FIELD = Pattern.compile("([^.]+)[.]([A-Za-z][A-Za-z0-9]*)");

  private final String where;
  private final Words words;

  private ExpectWords(String where, List<String> tokens) {
    this.where = where;
    this.words = new Words(where, tokens);
  }

  /**
   * Reads one.
   *
   * @param text what stands after {@code expect}
   */
  static Expectation read(String where, String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    if (tokens.isEmpty()) {
      throw new ScenarioException(
          where, "after \"expect\" comes never, always, eventually, or a condition");
    }
    ExpectWords reader = new ExpectWords(where, tokens);
    Expectation read = reader.read(text.strip().replaceAll("\\s+", " "));
    reader.words.end();
    return read;
  }

  private Expectation read(String text) {
    if (words.takes("never")) {
      return new Expectation(where, text, Expectation.Kind.NEVER, condition(), 0, Expectation.END);
    }
    if (words.takes("always")) {
      Condition condition = condition();
      return words.hasNext() && !words.peeks("until")
          ? timed(text, condition, "from")
          : throughout(text, condition, 0);
    }
    if (words.takes("eventually")) {
      Condition condition = condition();
      return words.hasNext()
          ? timed(text, condition, "within")
          : new Expectation(where, text, Expectation.Kind.ONCE, condition, 0, Expectation.END);
    }
    Condition condition = condition();
    return words.hasNext() ? timed(text, condition, "") : at(text, condition, Expectation.END);
  }

  private Expectation at(String text, Condition condition, long time) {
    return new Expectation(where, text, Expectation.Kind.AT, condition, time, time);
  }

  private Expectation throughout(String text, Condition condition, long from) {
    long to = words.takes("until") ? words.time() : Expectation.END;
    if (to < from) {
      throw words.error("expect ... from A until B takes A up to B");
    }
    return new Expectation(where, text, Expectation.Kind.THROUGHOUT, condition, from, to);
  }

  /**
   * Reads when it has to hold.
   *
   * @param only the one word that can stand here; empty for all
   */
  private Expectation timed(String text, Condition condition, String only) {
    String word = words.next(TIMES);
    if (!only.isEmpty() && !word.equals(only)) {
      throw words.error("\"%s\" stands where \"%s TIME\" is expected".formatted(word, only));
    }
    return switch (word) {
      case "within" -> {
        long time = words.time();
        yield words.hasNext()
            ? calm(text, Expectation.Kind.WITHIN_CALM, condition, time)
            : new Expectation(where, text, Expectation.Kind.ONCE, condition, 0, time);
      }
      case "by" -> new Expectation(where, text, Expectation.Kind.ONCE, condition, 0, words.time());
      case "after" -> calm(text, Expectation.Kind.AFTER_CALM, condition, words.time());
      case "at" -> at(text, condition, words.takes("end") ? Expectation.END : words.time());
      case "from" -> throughout(text, condition, words.time());
      default ->
          throw words.error("\"%s\" stands where the time is expected: %s".formatted(word, TIMES));
    };
  }

  private Expectation calm(String text, Expectation.Kind kind, Condition condition, long time) {
    words.expect("of");
    words.expect("calm");
    return new Expectation(where, text, kind, condition, 0, time);
  }

  private Condition condition() {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(conjunction());
    } while (words.takes("or"));
    return parts.size() == 1 ? parts.getFirst() : new Condition.Several(false, parts);
  }

  private Condition conjunction() {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(atom());
    } while (words.takes("and"));
    return parts.size() == 1 ? parts.getFirst() : new Condition.Several(true, parts);
  }

  private Condition atom() {
    if (words.takes("not")) {
      return new Condition.Not(atom());
    }
    String word = words.next("a condition: " + CONDITIONS);
    return switch (word) {
      case "two-leaders" -> new Condition.TwoLeaders();
      case "two-inside" -> new Condition.TwoInside();
      case "agreed" -> new Condition.Agreed();
      case "converged" -> new Condition.Converged();
      case "detected" -> new Condition.Detected();
      case "note" -> new Condition.Noted(new NodeQuantity(NodeQuantity.Quantity.ANY, null), note());
      default -> {
        Matcher field = FIELD.matcher(word);
        yield field.matches()
            ? shows(subject(field.group(1)), field.group(2))
            : does(subject(word));
      }
    };
  }

  private NodeQuantity subject(String word) {
    if (word.equals("all") || word.equals("any") || word.equals("nobody")) {
      return new NodeQuantity(NodeQuantity.Quantity.valueOf(word.toUpperCase(Locale.ROOT)), null);
    }
    if (!word.matches("P?[0-9]{1,9}")) {
      throw words.error("\"%s\" is not a condition; choose %s".formatted(word, CONDITIONS));
    }
    return NodeQuantity.of(new Words(where, word).node());
  }

  private Condition does(NodeQuantity subject) {
    words.takes("is");
    words.takes("are");
    String word = words.next("what it does: %s, notes".formatted(Verb.all()));
    if (word.equals("notes") || word.equals("note") || word.equals("noted")) {
      return new Condition.Noted(subject, note());
    }
    Verb verb = Verb.of(word);
    if (verb == null) {
      throw words.error(
          "\"%s\" is not a verb of a process; choose %s or notes".formatted(word, Verb.all()));
    }
    NodeId object = verb.takesNode() ? words.node() : null;
    return new Condition.Does(subject, verb, object);
  }

  private Condition shows(NodeQuantity subject, String field) {
    String word = words.next("one of = != < > <= >= contains");
    Operator operator = Operator.of(word);
    if (operator == null) {
      throw words.error(
          "\"%s\" is not a comparison; choose = != < > <= >= or contains".formatted(word));
    }
    return new Condition.Shows(subject, field, operator, value(words.next("a value")));
  }

  /** A duration with a unit is compared as the seconds that a trace prints. */
  private static String value(String word) {
    return TimeText.isDuration(word) && !word.matches("[0-9.]+")
        ? TimeText.format(TimeText.parse(word))
        : word;
  }

  private NotePattern note() {
    String word = words.next("a note, such as Elected or Elected[leader=P2]");
    Matcher matcher = NOTE.matcher(word);
    if (!matcher.matches()) {
      throw words.error(
          "\"%s\" is not a note; a note is a name such as Elected, or Elected[leader=P2]"
              .formatted(word));
    }
    SortedMap<String, String> fields = new TreeMap<>();
    String given = matcher.group(2) == null ? "" : matcher.group(2).strip();
    for (String field : given.isEmpty() ? List.<String>of() : List.of(given.split("\\s+"))) {
      String[] parts = field.split("=", 2);
      if (parts.length < 2 || parts[1].isEmpty()) {
        throw words.error("\"%s\" is not NAME=VALUE, such as leader=P2".formatted(field));
      }
      fields.put(parts[0], value(parts[1]));
    }
    return new NotePattern(matcher.group(1), fields);
  }
}
