package coterie.agent;

import coterie.agent.http.EventReader;
import coterie.agent.http.Shown;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event of an agent as a line for people. */
public final class EventText {
  private EventText() {}

  public static String of(EventReader.Event event) {
    Map<String, @Nullable Object> data = event.data();
    String at = String.valueOf(data.get("at"));
    // The time of the day is enough for who watches.
    String time = at.matches(".*T.*Z") ? at.substring(at.indexOf('T') + 1, at.length() - 1) : "";
    return (time + " " + withoutTime(event)).strip();
  }

  public static String withoutTime(EventReader.Event event) {
    return Shown.of(sentence(event));
  }

  private static String sentence(EventReader.Event event) {
    Map<String, @Nullable Object> data = event.data();
    if (data.get("node") instanceof Long node && data.get("text") instanceof String text) {
      return "P%d %s".formatted(node, text);
    }
    return switch (event.kind()) {
      case "broadcast" ->
          "%s: %s (from %s)".formatted(data.get("topic"), data.get("text"), data.get("from"));
      case "overflow" -> String.valueOf(data.get("error"));
      case "stopped" -> "stopped: " + data.get("why");
      case "elected" -> "the voters elected %s, which grants locks".formatted(data.get("leader"));
      default -> event.kind() + (data.get("member") == null ? "" : " " + data.get("member"));
    };
  }
}
