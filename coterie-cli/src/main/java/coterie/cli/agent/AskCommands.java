package coterie.cli.agent;

import coterie.agent.EventText;
import coterie.agent.http.EventReader;
import coterie.json.JsonText;
import coterie.lab.client.AnswerText;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that ask an agent one thing. */
final class AskCommands {
  private AskCommands() {}

  @Command(name = "members", abbreviateSynopsis = true)
  static final class Members extends Question {
    @Override
    public Integer call() throws IOException {
      return print(
          flags().client().ask("GET", "/members"),
          fields -> AnswerText.printMembers(fields, out()));
    }
  }

  @Command(name = "events", abbreviateSynopsis = true)
  static final class Events extends Question {
    private static final long SILENCE_MILLIS = 15_000;

    @Option(names = "--count", paramLabel = "COUNT")
    private long count = Long.MAX_VALUE;

    @Override
    public Integer call() throws IOException {
      if (count < 1) {
        throw new IllegalArgumentException("--count takes a number from 1, not " + count);
      }
      try (EventReader events = flags().client().follow("GET", "/events")) {
        events.silenceMax(SILENCE_MILLIS);
        long seen = 0;
        while (seen < count) {
          EventReader.Event event = events.next();
          if (!event.kind().equals(EventReader.ALIVE)) {
            seen++;
            out().println(flags().isJson() ? event.json() : EventText.of(event));
            out().flush();
          }
        }
        return 0;
      }
    }
  }

  @Command(name = "send", abbreviateSynopsis = true)
  static final class Send extends Question {
    @Parameters(index = "0", paramLabel = "TOPIC")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "TEXT")
    private String text = "";

    @Override
    public Integer call() throws IOException {
      Map<String, String> body = Map.of("topic", topic, "text", text);
      return print(flags().client().ask("POST", "/broadcast", body), fields -> {});
    }
  }

  @Command(name = "leave", abbreviateSynopsis = true)
  static final class Leave extends Question {
    @Override
    public Integer call() throws IOException {
      return print(flags().client().ask("POST", "/leave"), fields -> {});
    }
  }

  @Command(name = "health", abbreviateSynopsis = true)
  static final class Health extends Question {
    @Override
    public Integer call() throws IOException {
      Map<String, @Nullable Object> fields = flags().client().ask("GET", "/health").object();
      boolean isGood = Boolean.TRUE.equals(fields.get("good"));
      if (flags().isJson()) {
        out().println(JsonText.of(fields));
      } else {
        AnswerText.printHealth(fields, out());
      }
      return isGood ? 0 : 1;
    }
  }
}
