package coterie.lab.timeline;

import coterie.core.Dot;
import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Notes, messages and states in a word or two, for the cells of a table. */
public final class Phrases {
  /** Stands between words that must not be torn apart at the end of a line. */
  static final char TIE = '\u00a0';

  private static final int VALUE_MAX = 40;

  private Phrases() {}

  /** Whether a note only says that work goes on; the state shows what came of it. */
  static boolean isRoutine(Note note) {
    return note instanceof EventCounter.Tested
        || note instanceof EventCounter.Learned
        || note instanceof EventCounter.TurnEnded
        || note instanceof Note.Detail;
  }

  /** What a note says; empty if the state says it all. */
  static String note(Note note, NodeId self) {
    return switch (note) {
      case EventCounter.Tested(NodeId who, int count) -> "tested " + who;
      case EventCounter.Learned learned -> "";
      case EventCounter.TurnEnded ended -> "";
      case Note.Detail detail -> "";
      case EventCounter.OnlyOneLeft left -> "only one left";
      case Note.Unknown(NodeId who) -> "forgets " + who;
      case Note.Suspected(NodeId who) -> "suspects " + who;
      case Note.Trusted(NodeId who) -> "trusts " + who;
      case Note.Joined(NodeId who) -> who + " joined";
      case Note.Failed(NodeId who) -> who + " failed";
      case Note.Left(NodeId who) -> who + " left";
      case Note.Updated(NodeId who) -> who + " updated";
      case Note.Campaigned(long term, String reason) -> "campaigns: " + reason;
      case Note.Elected(NodeId leader, long term) ->
          leader.equals(self) ? "" : "leader" + TIE + leader;
      case Note.LeaderLost(NodeId leader, long term) -> "lost leader " + leader;
      case Note.Leads leads -> "LEADS";
      case Note.SteppedDown down -> "steps down";
      case Note.Wanted(String lock) -> "wants " + name(lock);
      case Note.Entered(String lock, long token) ->
          "enters" + named(lock) + " with token" + TIE + token;
      case Note.Exited(String lock, long token) -> "leaves" + named(lock);
      case Note.LostLock(String lock, long token) -> "loses " + name(lock);
      case Note.GaveUp(String lock) -> "gives up" + named(lock);
      case Note.Wrote(String what, Dot dot) -> "wrote " + what + TIE + dot;
      case Note.BadMessage(NodeId from, String why) -> "bad message of " + from;
      default -> value(note);
    };
  }

  private static String name(String lock) {
    return lock.equals(Note.ONLY_LOCK) ? "the lock" : lock;
  }

  private static String named(String lock) {
    return lock.equals(Note.ONLY_LOCK) ? "" : " " + lock;
  }

  /** The name of a kind of message in capitals: PING_REQUEST. */
  static String name(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  /** Members by their positions, neighbours drawn together: P1, P3-P5. */
  static String range(View members, BitSet chosen) {
    List<String> parts = new ArrayList<>();
    for (int i = chosen.nextSetBit(0); i >= 0; ) {
      int end = chosen.nextClearBit(i) - 1;
      String first = members.at(i).toString();
      parts.add(end == i ? first : first + (end == i + 1 ? ", " : "-") + members.at(end));
      i = chosen.nextSetBit(end + 1);
    }
    return String.join(", ", parts);
  }

  /**
   * The state of a process: its words, and its numbers with their names. Left out are times, which
   * would change all the time, zeros, what is not set, and the process itself.
   */
  static String state(Record state, NodeId self) {
    Map<String, @Nullable Object> fields = Json.fields(state);
    return fields.entrySet().stream()
        .map(field -> field(field.getKey(), field.getValue(), self, fields.size() == 1))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** What a process is in, by the words of its state alone; empty if there is no such word. */
  static String standing(Record state) {
    List<@Nullable Object> values = new ArrayList<>(Json.fields(state).values());
    return values.stream().noneMatch(Enum.class::isInstance)
        ? ""
        : values.stream()
            .filter(value -> value instanceof Enum<?> || value instanceof String)
            .map(value -> value instanceof Enum<?> word ? word.name() : String.valueOf(value))
            .collect(Collectors.joining(" "));
  }

  private static String field(String name, @Nullable Object value, NodeId self, boolean isOnlyOne) {
    return switch (value) {
      case null -> "";
      case BigDecimal time -> "";
      case Boolean flag -> flag ? name : "";
      case Enum<?> word -> word.name();
      case String word -> word;
      case NodeId id -> id.equals(self) ? "" : name + TIE + id;
      case Number number -> number.doubleValue() == 0 ? "" : name + TIE + number;
      case List<?> list -> list(isOnlyOne ? "" : name + TIE, list);
      default -> name + TIE + value(value);
    };
  }

  private static String list(String name, List<?> list) {
    return list.isEmpty()
        ? ""
        : list.stream().map(Lines::text).collect(Collectors.joining(" ", name + "[", "]"));
  }

  /** The name of a note and the values of its fields. */
  public static String brief(Note note) {
    String name = note.getClass().getSimpleName();
    return note instanceof Record fields
        ? Json.fields(fields).values().stream()
            .map(Lines::text)
            .collect(Collectors.joining(" ", name + " ", ""))
            .strip()
        : name;
  }

  public static String value(Object value) {
    String text = Lines.text(value);
    return text.length() <= VALUE_MAX ? text : text.substring(0, VALUE_MAX - 1) + "…";
  }

  /** Whether a note says something that nothing else in the picture shows. */
  public static boolean isTold(Note note) {
    return !(isRoutine(note)
        || note instanceof Note.Leads
        || note instanceof Note.Stamped
        || note instanceof Note.Versioned);
  }
}
