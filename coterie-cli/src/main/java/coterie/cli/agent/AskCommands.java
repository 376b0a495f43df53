package coterie.cli.agent;

import coterie.agent.EventText;
import coterie.agent.http.EventReader;
import coterie.agent.http.Reply;
import coterie.agent.http.Shown;
import coterie.json.JsonText;
import coterie.lab.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that ask an agent something and print the answer. */
final class AskCommands {
  private AskCommands() {}

  private static String text(@Nullable Object value) {
    return value == null ? "-" : Shown.of(value.toString());
  }

  @Command(
      name = "members",
      abbreviateSynopsis = true,
      description = "List the members of the group, as an agent sees them.")
  static final class Members implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Override
    public Integer call() throws IOException {
      Reply reply = flags.client().ask("GET", "/members").good();
      PrintWriter out = spec.commandLine().getOut();
      if (flags.isJson()) {
        out.print(reply.text());
        return 0;
      }
      Map<String, @Nullable Object> all = reply.object();
      Table table = new Table("name", "address", "status", "voter", "tags");
      if (all.get("members") instanceof List<?> members) {
        for (Object member : members) {
          if (member instanceof Map<?, ?> fields) {
            add(table, fields, all);
          }
        }
      }
      table.print(out, 5);
      if (all.get("clockProblems") instanceof List<?> problems) {
        problems.forEach(problem -> out.println(text(problem)));
      }
      return 0;
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

  @Command(
      name = "events",
      abbreviateSynopsis = true,
      description = "Print what happens in the group from now on, until Ctrl-C.")
  static final class Events implements Callable<Integer> {
    private static final long SILENCE_MILLIS = 15_000;

    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Option(names = "--count", paramLabel = "COUNT")
    private long count = Long.MAX_VALUE;

    @Override
    public Integer call() throws IOException {
      if (count < 1) {
        throw new IllegalArgumentException("--count takes a number from 1, not " + count);
      }
      PrintWriter out = spec.commandLine().getOut();
      try (EventReader events = flags.client().follow("GET", "/events")) {
        events.silenceMax(SILENCE_MILLIS);
        long seen = 0;
        while (seen < count) {
          EventReader.Event event = events.next();
          if (!event.kind().equals(EventReader.ALIVE)) {
            seen++;
            out.println(flags.isJson() ? event.json() : EventText.of(event));
            out.flush();
          }
        }
        return 0;
      }
    }
  }

  @Command(
      name = "send",
      abbreviateSynopsis = true,
      description = "Tell all members a small event; those who follow events see it.")
  static final class Send implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(index = "0", paramLabel = "TOPIC")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "TEXT")
    private String text = "";

    @Override
    public Integer call() throws IOException {
      Map<String, String> body = Map.of("topic", topic, "text", text);
      Reply reply = flags.client().ask("POST", "/broadcast", body).good();
      if (flags.isJson()) {
        spec.commandLine().getOut().print(reply.text());
      }
      return 0;
    }
  }

  @Command(
      name = "leave",
      abbreviateSynopsis = true,
      description = "Let the agent leave its group in good order, and end.")
  static final class Leave implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Override
    public Integer call() throws IOException {
      Reply reply = flags.client().ask("POST", "/leave").good();
      if (flags.isJson()) {
        spec.commandLine().getOut().print(reply.text());
      }
      return 0;
    }
  }

  @Command(
      name = "health",
      abbreviateSynopsis = true,
      description = "Tell how an agent does; the exit code is 0 if all is well, otherwise 1.")
  static final class Health implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Override
    public Integer call() throws IOException {
      Reply reply = flags.client().ask("GET", "/health");
      Map<String, @Nullable Object> fields = reply.object();
      boolean isGood = Boolean.TRUE.equals(fields.get("good"));
      if (flags.isJson()) {
        spec.commandLine().getOut().println(JsonText.of(fields));
      } else {
        spec.commandLine().getOut().println(line(fields, isGood));
        if (fields.get("problems") instanceof List<?> problems) {
          problems.forEach(each -> spec.commandLine().getOut().println("problem: " + text(each)));
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
