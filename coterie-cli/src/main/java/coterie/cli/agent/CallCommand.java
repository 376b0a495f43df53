package coterie.cli.agent;

import coterie.agent.EventText;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.agent.http.RefusedException;
import coterie.agent.http.Reply;
import coterie.agent.http.Shown;
import coterie.lab.Numbers;
import coterie.lab.report.Table;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls a method of a protocol that {@code coterie node} runs. */
@Command(name = "call", abbreviateSynopsis = true)
final class CallCommand extends Question {
  private static final String STATE = "state";
  private static final String NOTED = "noted";
  private static final long MILLI = 1_000_000;

  @Option(names = "--until", paramLabel = "NOTE")
  private @Nullable String until;

  @Option(names = "--wait", paramLabel = "TIME")
  private @Nullable String patience;

  @Parameters(index = "0", paramLabel = "CALL", description = "the name of a method, or state")
  private String name = "";

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "what it takes")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws IOException {
    Client client = flags().client();
    long nanos = patienceNanos();
    if (name.equals(STATE) && arguments.isEmpty()) {
      requireNoUntil();
      return print(client.ask("GET", "/state"), this::printState);
    }
    if (until == null) {
      return print(made(client), this::printAnswer);
    }
    return callAndWait(client, until.strip(), System.nanoTime() + nanos);
  }

  private Reply made(Client client) throws IOException {
    Map<String, Object> body = Map.of("arguments", arguments);
    return client.ask("POST", "/calls/" + ClientFlags.part(name), body);
  }

  private long patienceNanos() {
    if (patience != null && until == null) {
      throw new IllegalArgumentException("--wait goes with --until NOTE");
    }
    return Numbers.timeFromZero("--wait", patience == null ? "10s" : patience);
  }

  private void requireNoUntil() {
    if (until != null) {
      throw new IllegalArgumentException(
          "--until waits for what a call leads to, and state is not a call");
    }
  }

  /** It follows the events before it calls, so that nothing comes in between. */
  private int callAndWait(Client client, String note, long deadline) throws IOException {
    if (note.isEmpty()) {
      throw new IllegalArgumentException("--until: give the beginning of a note, such as Entered");
    }
    try (EventReader events = client.follow("GET", "/events")) {
      events.next();
      print(made(client), this::printAnswer);
      while (true) {
        events.silenceMax(Math.max(1, (deadline - System.nanoTime()) / MILLI));
        EventReader.Event event = events.next();
        if (event.kind().equals(NOTED) && isThat(event, note)) {
          out().println(flags().isJson() ? event.json() : EventText.of(event));
          return 0;
        }
        if (System.nanoTime() - deadline >= 0) {
          throw late(note);
        }
      }
    } catch (SocketTimeoutException e) {
      throw late(note);
    }
  }

  private static boolean isThat(EventReader.Event event, String notes) {
    String text = event.data().get("text") + " ";
    return Arrays.stream(notes.split(",", -1))
        .anyMatch(note -> !note.isBlank() && text.startsWith(note.strip() + " "));
  }

  private RefusedException late(String note) {
    return new RefusedException(
        "the node has not noted %s within %s".formatted(note, patience == null ? "10s" : patience));
  }

  private void printAnswer(Map<String, @Nullable Object> fields) {
    Object text = fields.get("text");
    out().println(text == null ? "done" : text(text));
  }

  private void printState(Map<String, @Nullable Object> all) {
    out()
        .println(
            Shown.of(
                "P%s of %s in the cluster %s, life %s, at %s"
                    .formatted(
                        all.get("node"),
                        all.get("protocol"),
                        all.get("cluster"),
                        all.get("life"),
                        all.get("address"))));
    out().println();
    Table table = new Table("channel", "knows");
    if (all.get("protocols") instanceof List<?> protocols) {
      for (Object one : protocols) {
        if (one instanceof Map<?, ?> fields && fields.get("text") != null) {
          table.add(text(fields.get("channel")), text(fields.get("text")));
        }
      }
    }
    table.print(out(), 2);
  }
}
