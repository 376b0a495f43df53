package coterie.cli.agent;

import coterie.agent.hold.CommandRun;
import coterie.core.TimeText;
import coterie.lab.client.AnswerText;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that run another one while they hold a lock, or lead. */
final class HoldCommands {
  private HoldCommands() {}

  /** What a lock and a leadership have in common: a name, and a command while it is held. */
  abstract static class Hold extends Question {
    @Option(names = "--grace", paramLabel = "DURATION")
    private @Nullable String grace;

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "after --")
    private @Nullable List<String> command;

    final List<String> command() {
      return command == null ? List.of() : command;
    }

    /** Refuses a command line without a name, whose command would be taken for the name. */
    final void requireName() {
      List<String> given = spec().commandLine().getParseResult().originalArgs();
      int dashes = given.indexOf("--");
      int after = dashes < 0 ? -1 : given.size() - dashes - 1;
      String usage = "coterie %s NAME -- COMMAND".formatted(spec().name());
      if (after > command().size()) {
        throw new IllegalArgumentException("the name is missing before --; expected " + usage);
      }
      if (after == 0) {
        throw new IllegalArgumentException("the command is missing after --; expected " + usage);
      }
    }

    /** Prints which node has it, or a dash where none has. */
    final int print(String path, String field) throws IOException {
      return print(
          flags().client().ask("GET", path),
          fields -> out().println(AnswerText.text(fields.get(field))));
    }

    final int hold(CommandRun.Prize prize, String path, boolean isAgain) throws IOException {
      String query = "";
      if (grace != null) {
        TimeText.parse(grace);
        query = (path.contains("?") ? "&" : "?") + "grace=" + ClientFlags.part(grace);
      }
      return new CommandRun(flags().client(), prize, command(), err()).run(path + query, isAgain);
    }
  }

  @Command(name = "lock", abbreviateSynopsis = true)
  static final class Lock extends Hold {
    @Option(names = "--wait", paramLabel = "DURATION")
    private String wait = "10s";

    @Parameters(index = "0", paramLabel = "NAME", description = "of the lock")
    private String name = "";

    @Override
    public Integer call() throws IOException {
      requireName();
      TimeText.parse(wait);
      String path = "/locks/" + ClientFlags.part(name);
      return command().isEmpty()
          ? print(path, "holder")
          : hold(
              new CommandRun.Prize("the lock", "COTERIE_LOCK", name),
              path + "?wait=" + wait,
              false);
    }
  }

  @Command(name = "leader", abbreviateSynopsis = true)
  static final class Leader extends Hold {
    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "NAME",
        description = "of the leadership; without it, the leader of the voters is told")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException {
      requireName();
      if (name == null) {
        return print("/leaders", "leader");
      }
      String path = "/leaders/" + ClientFlags.part(name);
      return command().isEmpty()
          ? print(path, "leader")
          : hold(new CommandRun.Prize("the leadership", "COTERIE_LEADER", name), path, true);
    }
  }
}
