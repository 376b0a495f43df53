package coterie.agent.http;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events. Closing it from another thread ends a read. */
public final class EventReader implements AutoCloseable {
  /** A comment came: the agent is there, and has nothing to tell. */
  public static final String ALIVE = "";

  /**
   * An event.
   *
   * @param json one object
   */
  public record Event(String kind, String json) {
    public Map<String, @Nullable Object> data() {
      return JsonReader.parseObject(json);
    }

    /** A whole number of the data; 0 if there is none. */
    public long number(String name) {
      return data().get(name) instanceof Long number ? number : 0;
    }
  }

  private final Answer answer;

  EventReader(Answer answer) {
    this.answer = answer;
  }

  /** How long the agent may be silent from now on; then reading throws. */
  public void silenceMax(long millis) throws IOException {
    answer.timeout((int) Math.min(Integer.MAX_VALUE, millis));
  }

  /** Waits for the next one. */
  public Event next() throws IOException {
    String kind = ALIVE;
    String data = "{}";
    while (true) {
      String line = answer.line();
      if (line.isEmpty()) {
        return new Event(kind, data);
      } else if (line.startsWith("event: ")) {
        kind = line.substring("event: ".length());
      } else if (line.startsWith("data: ")) {
        data = line.substring("data: ".length());
      }
    }
  }

  @Override
  public void close() throws IOException {
    answer.close();
  }
}
