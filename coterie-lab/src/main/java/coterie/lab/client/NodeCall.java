package coterie.lab.client;

import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.agent.http.RefusedException;
import coterie.agent.http.Reply;
import coterie.lab.Numbers;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of a protocol that {@code coterie node} runs.
 *
 * @param until the beginnings of notes, any of which is waited for; null if none is
 * @param patience how long; null if it was not said
 */
public record NodeCall(List<String> arguments, @Nullable String until, @Nullable String patience) {
  private static final String NOTED = "noted";
  private static final long MILLI = 1_000_000;

  /** Is told the answer. */
  public interface Answered {
    void answered(Reply reply) throws IOException;
  }

  public NodeCall {
    if (patience != null && until == null) {
      throw new IllegalArgumentException("--wait goes with --until NOTE");
    }
    Numbers.timeFromZero("--wait", patience == null ? "10s" : patience);
  }

  /**
   * Makes it.
   *
   * @param path where it is made
   * @return the note that it waited for; null if it waited for none
   */
  public EventReader.@Nullable Event make(Client client, String path, Answered answered)
      throws IOException {
    if (until == null) {
      answered.answered(made(client, path));
      return null;
    }
    String note = until.strip();
    if (note.isEmpty()) {
      throw new IllegalArgumentException("--until: give the beginning of a note, such as Entered");
    }
    long deadline = System.nanoTime() + Numbers.timeFromZero("--wait", limit());
    // The events are followed before the call is made, so that nothing comes in between.
    try (EventReader events = client.follow("GET", "/events")) {
      events.next();
      answered.answered(made(client, path));
      while (true) {
        events.silenceMax(Math.max(1, (deadline - System.nanoTime()) / MILLI));
        EventReader.Event event = events.next();
        if (event.kind().equals(NOTED) && isThat(event, note)) {
          return event;
        }
        if (System.nanoTime() - deadline >= 0) {
          throw late(note);
        }
      }
    } catch (SocketTimeoutException e) {
      throw late(note);
    }
  }

  private String limit() {
    return patience == null ? "10s" : patience;
  }

  private Reply made(Client client, String path) throws IOException {
    return client.ask("POST", path, Map.of("arguments", arguments));
  }

  private static boolean isThat(EventReader.Event event, String notes) {
    String text = event.data().get("text") + " ";
    return Arrays.stream(notes.split(",", -1))
        .anyMatch(note -> !note.isBlank() && text.startsWith(note.strip() + " "));
  }

  private RefusedException late(String note) {
    return new RefusedException("the node has not noted %s within %s".formatted(note, limit()));
  }
}
