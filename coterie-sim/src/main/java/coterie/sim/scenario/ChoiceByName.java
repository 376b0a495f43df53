package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.MessageName;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads an event of a schedule in the words that {@link Choice#text} writes. */
public final class ChoiceByName {
  static final String ALL =
      "start, deliver, drop, duplicate, unreachable, expire, durable, call, say, or a fault";

  private static final Pattern DRAWS =
      Pattern.compile("(.*?)\\s+" + Choice.DRAWING + "((?:\\s+[0-9]{1,19})*)");

  /** The last of several places that look like a link is the link: fields may hold any text. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "([^\\s\\[]+)(?:\\[(.*)\\])?\\s+(\\S+)\\s*->\\s*(\\S+)(?:\\s+#([0-9]{1,9}))?");

  private static final Pattern TIMED = Pattern.compile("at\\s+(\\S+)\\s+(.*)");

  private ChoiceByName() {}

  /**
   * Reads one event.
   *
   * @throws ScenarioException if the words mean none
   */
  public static Choice parse(String text) {
    return read("", text);
  }

  /**
   * Reads one event of a file.
   *
   * @param where the file and line, for errors
   */
  static Choice read(String where, String text) {
    Matcher timed = TIMED.matcher(text.strip());
    if (!timed.matches()) {
      return readUntimed(where, text.strip());
    }
    long at = new Words(where, timed.group(1)).time();
    Choice choice = readUntimed(where, timed.group(2).strip());
    return new Choice.At(at, choice);
  }

  private static Choice readUntimed(String where, String text) {
    Matcher drawing = DRAWS.matcher(text);
    if (!drawing.matches() || text.startsWith("say ")) {
      return readEvent(where, text);
    }
    List<Long> draws = new ArrayList<>();
    for (String number : drawing.group(2).strip().split("\\s+", -1)) {
      if (!number.isEmpty()) {
        draws.add(draw(where, number));
      }
    }
    Choice choice = readEvent(where, lastDrawing(text)).drawing(draws);
    if (!choice.draws().equals(draws)) {
      throw new ScenarioException(where, "no node draws random numbers at this: " + choice.text());
    }
    return choice;
  }

  private static long draw(String where, String number) {
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException e) {
      throw new ScenarioException(where, "no node draws a number as large as " + number);
    }
  }

  /** Returns the text before the last word that announces numbers. */
  private static String lastDrawing(String text) {
    return text.substring(0, text.lastIndexOf(Choice.DRAWING)).stripTrailing();
  }

  private static Choice readEvent(String where, String text) {
    Words words = new Words(where, text);
    String word = words.next("one of " + ALL);
    String rest = text.substring(Math.min(text.length(), word.length())).strip();
    return switch (word) {
      case "deliver" -> new Choice.Deliver(message(where, word, rest));
      case "drop" -> new Choice.Drop(message(where, word, rest));
      case "duplicate" -> new Choice.Duplicate(message(where, word, rest));
      case "expire" -> new Choice.Expire(words.node(), words.rest("the name of an alarm"));
      case "call" -> call(words);
      case "say" -> new Choice.Say(words.rest("a sentence"));
      default -> {
        Choice choice = readNode(words, word, where, text);
        words.end();
        yield choice;
      }
    };
  }

  private static Choice readNode(Words words, String word, String where, String text) {
    return switch (word) {
      case "start" -> new Choice.Start(words.node(), List.of());
      case "durable" -> new Choice.Durable(words.node());
      case "unreachable" -> {
        NodeId node = words.node();
        words.expect("->");
        yield new Choice.Unreachable(node, words.node(), List.of());
      }
      default -> {
        Words again = new Words(where, text);
        Fault fault = FaultWords.read(again);
        if (fault == null) {
          throw words.error("\"%s\" is not an event; choose %s".formatted(word, ALL));
        }
        again.end();
        words.skip();
        yield inject(words, fault);
      }
    };
  }

  private static Choice inject(Words words, Fault fault) {
    if (fault.namesRole()) {
      throw words.error("a schedule names nodes, such as P1, not roles: " + fault.text());
    }
    return new Choice.Inject(fault);
  }

  private static Choice call(Words words) {
    NodeId node = words.node();
    String method = words.next("the name of a method");
    List<String> arguments = new ArrayList<>();
    while (words.hasNext()) {
      arguments.add(words.next("an argument"));
    }
    return new Choice.Call(node, method, arguments);
  }

  /** Reads {@code Vote[term=2] P0 -> P1 #2}. */
  static MessageName message(String where, String word, String text) {
    Matcher matcher = MESSAGE.matcher(text);
    if (!matcher.matches()) {
      throw new ScenarioException(
          where,
          "%s takes a message and its link, such as %s Vote P0 -> P1 or %s Vote[term=2] P0 -> P1 #2"
              .formatted(word, word, word));
    }
    String number = matcher.group(5);
    Words from = new Words(where, matcher.group(3));
    Words to = new Words(where, matcher.group(4));
    try {
      return new MessageName(
          from.node(),
          to.node(),
          matcher.group(1),
          matcher.group(2),
          number == null ? 1 : Integer.parseInt(number));
    } catch (IllegalArgumentException e) {
      throw e instanceof ScenarioException
          ? e
          : new ScenarioException(where, String.valueOf(e.getMessage()));
    }
  }
}
