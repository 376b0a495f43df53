package coterie.cli.agent;

import coterie.agent.EventText;
import coterie.agent.http.EventReader;
import coterie.agent.http.Shown;
import coterie.json.JsonText;
import coterie.lab.report.Table;
import java.io.IOException;
import java.util.List;
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
      return print(flags().client().ask("GET", "/members"), this::printTable);
    }

    private void printTable(Map<String, @Nullable Object> all) {
      Table table = new Table("name", "address", "status", "voter", "tags");
      if (all.get("members") instanceof List<?> members) {
        for (Object member : members) {
          if (member instanceof Map<?, ?> fields) {
            add(table, fields, all);
          }
        }
      }
      table.print(out(), 5);
      if (all.get("clockProblems") instanceof List<?> problems) {
        problems.forEach(problem -> out().println(text(problem)));
      }
    }

    private static void add(Table table, Map<?, ?> member, Map<String, @Nullable Object> all) {
      String name = String.valueOf(member.get("name"));
      boolean isVoter = Boolean.TRUE.equals(member.get("voter"));
      boolean isLeader = name.equals(all.get("votersLeader"));
      Object tags = member.get("tags");
      table.add(
          Shown.of(name) + (name.equals(all.get("self")) ? " *" : ""),
          text(member.get("address")),
          text(member.get("status"))
              + (Boolean.TRUE.equals(member.get("differs")) ? ", other settings" : ""),
          isLeader ? "leader" : isVoter ? "yes" : "no",
          tags instanceof Map<?, ?> map ? Shown.of(joined(map)) : "");
    }

    private static String joined(Map<?, ?> tags) {
      return String.join(
          " ", tags.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
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
        out().println(line(fields, isGood));
        if (fields.get("problems") instanceof List<?> problems) {
          problems.forEach(each -> out().println("problem: " + text(each)));
        }
      }
      return isGood ? 0 : 1;
    }

    private static String line(Map<String, @Nullable Object> fields, boolean isGood) {
      StringBuilder line = new StringBuilder(isGood ? "good" : "bad");
      fields.forEach(
          (name, value) -> {
            if (!name.equals("good") && !name.equals("problems")) {
              line.append(line.indexOf(":") < 0 ? ": " : ", ").append(name).append(' ');
              line.append(text(value));
            }
          });
      return line.toString();
    }
  }
}
