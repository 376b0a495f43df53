package coterie.cli.agent;

import coterie.agent.EventText;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.lab.client.AnswerText;
import coterie.lab.client.NodeCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls a method of a protocol that {@code coterie node} runs. */
@Command(name = "call", abbreviateSynopsis = true)
final class CallCommand extends Question {
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
    boolean isState = name.equals("state") && arguments.isEmpty();
    NodeCall call = new NodeCall(arguments, until, patience);
    if (isState && until != null) {
      throw new IllegalArgumentException(
          "--until waits for what a call leads to, and state is not a call");
    }
    if (isState) {
      return print(client.ask("GET", "/state"), fields -> AnswerText.printState(fields, out()));
    }
    String path = "/calls/" + ClientFlags.part(name);
    EventReader.Event noted = call.make(client, path, reply -> print(reply, this::printAnswer));
    if (noted != null) {
      out().println(flags().isJson() ? noted.json() : EventText.of(noted));
    }
    return 0;
  }

  private void printAnswer(Map<String, @Nullable Object> fields) {
    Object text = fields.get("text");
    out().println(text == null ? "done" : AnswerText.text(text));
  }
}
