package coterie.sim.trace;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.TimeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A trace for people: one line an event, time first, then the node, then what happened. */
public final class Lines {
  private static final String NOBODY = "--";

  private Lines() {}

  public static String of(TraceEvent event) {
    return line(event.atNanos(), who(event), what(event));
  }

  /** The line without its time, and without the blanks around that. */
  public static String rest(TraceEvent event) {
    return "%-4s %s".formatted(who(event), what(event)).stripTrailing();
  }

  static String line(long atNanos, Object who, String what) {
    return "%8s  %-4s %s".formatted(TimeText.format(atNanos), who, what).stripTrailing();
  }

  static Object who(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfNode of -> of.node();
      case TraceEvent.OfMessage lost -> lost.from();
      case TraceEvent.OfRun of -> NOBODY;
    };
  }

  /** What happened, without the time and without who did it. */
  public static String what(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent sent -> "sends %s to %s".formatted(text(sent.message()), sent.to());
      case TraceEvent.Received received ->
          "receives %s from %s".formatted(text(received.message()), received.from());
      case TraceEvent.Dropped dropped ->
          "loses %s to %s: %s"
              .formatted(
                  text(dropped.message()),
                  dropped.to(),
                  dropped.why().name().toLowerCase(Locale.ROOT));
      case TraceEvent.Unreachable unreachable -> "cannot reach " + unreachable.to();
      case TraceEvent.Expired expired -> "alarm " + expired.alarm();
      case TraceEvent.Saved saved -> "saved %s %s".formatted(saved.name(), text(saved.value()));
      case TraceEvent.Called called -> "call " + called.call();
      case TraceEvent.Answered answered -> "answers " + text(answered.answer());
      case TraceEvent.Noted noted -> text(noted.note());
      case TraceEvent.Knows knows -> "knows " + fields(knows.state());
      case TraceEvent.Faulted faulted -> faulted.fault().text();
      case TraceEvent.Judged judged -> text(judged.verdict());
      case TraceEvent.Said said -> said.sentence();
    };
  }

  /** A value as a person reads it: a record as its name and its fields. */
  public static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "-";
      case NodeId id -> id.toString();
      case Stamp stamp -> stamp.toString();
      case Dot dot -> dot.toString();
      case List<?> list ->
          list.stream().map(Lines::item).collect(Collectors.joining(" ", "[", "]"));
      case Record value1 ->
          (value1.getClass().getSimpleName() + " " + fields(value1)).stripTrailing();
      default -> value.toString().replace("\n", "\\n"); // An event is one line.
    };
  }

  /** A record in a list stands in brackets, so that one sees where the next begins. */
  private static String item(@Nullable Object value) {
    boolean isShort = value instanceof NodeId || value instanceof Stamp || value instanceof Dot;
    return value instanceof Record && !isShort ? "(" + text(value) + ")" : text(value);
  }

  /** Returns the fields of a record by their names, each as a person reads it. */
  public static Map<String, String> fieldTexts(Record value) {
    Map<String, String> texts = new LinkedHashMap<>();
    RecordFields.of(value).forEach(field -> texts.put(field.name(), text(field)));
    return texts;
  }

  private static String fields(Record value) {
    return RecordFields.of(value).stream()
        .map(field -> field.name() + "=" + text(field))
        .collect(Collectors.joining(" "));
  }

  private static String text(RecordFields.Field field) {
    return field.isTime() ? field.timeText() : text(field.value());
  }
}
