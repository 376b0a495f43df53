package coterie.cli.agent;

import coterie.agent.hold.Keeper;
import coterie.agent.http.Client;
import coterie.agent.http.Reply;
import coterie.agent.http.Shown;
import coterie.core.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that run another one while they hold a lock, or lead. */
final class HoldCommands {
  private HoldCommands() {}

  /** Prints who has it; nobody has it: a dash. */
  private static int print(CommandSpec spec, ClientFlags flags, String path, String field)
      throws IOException {
    Reply reply = flags.client().ask("GET", path).good();
    if (flags.isJson()) {
      spec.commandLine().getOut().print(reply.text());
    } else {
      Object name = reply.object().get(field);
      spec.commandLine().getOut().println(name == null ? "-" : Shown.of(name.toString()));
    }
    return 0;
  }

  /** A name that was forgotten makes the command the name. */
  private static void requireName(CommandSpec spec, int words) {
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    int dashes = given.indexOf("--");
    int after = dashes < 0 ? -1 : given.size() - dashes - 1;
    String usage = "coterie %s NAME -- COMMAND".formatted(spec.name());
    if (after > words) {
      throw new IllegalArgumentException("the name is missing before --; expected " + usage);
    }
    if (after == 0) {
      throw new IllegalArgumentException("the command is missing after --; expected " + usage);
    }
  }

  private static String grace(@Nullable String grace) {
    if (grace == null) {
      return "";
    }
    TimeText.parse(grace);
    return "grace=" + ClientFlags.part(grace);
  }

  @Command(
      name = "lock",
      abbreviateSynopsis = true,
      description = {
        "Run a command while holding a lock; without one, tell which node holds it.",
        "",
        "The command finds the lock's name in COTERIE_LOCK and its fencing token in"
            + " COTERIE_LOCK_TOKEN. It and all it has started are ended (TERM, and KILL after the"
            + " grace) before anybody else can hold the lock."
            + " The exit code is that of the command; 1 if the lock is not had in time, or lost."
      },
      footer = {"", "For example: coterie lock backup --wait 1m -- ./backup.sh"})
  static final class Lock implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Option(names = "--wait", paramLabel = "DURATION")
    private String wait = "10s";

    @Option(names = "--grace", paramLabel = "DURATION")
    private @Nullable String grace;

    @Parameters(index = "0", paramLabel = "NAME", description = "of the lock")
    private String name = "";

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "after --")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
      requireName(spec, command.size());
      TimeText.parse(wait);
      String graceQuery = grace(grace);
      Client client = flags.client();
      String path = "/locks/" + ClientFlags.part(name);
      if (command.isEmpty()) {
        return print(spec, flags, path, "holder");
      }
      Keeper.Prize prize = new Keeper.Prize("the lock", "COTERIE_LOCK", name);
      return new Keeper(client, prize, command, spec.commandLine().getErr())
          .run(path + "?wait=" + wait + (graceQuery.isEmpty() ? "" : "&" + graceQuery), false);
    }
  }

  @Command(
      name = "leader",
      abbreviateSynopsis = true,
      description = {
        "Run a command whenever this agent's node leads; without one, tell which node does; and"
            + " without a name, whom the voters have elected.",
        "",
        "The command finds the name in COTERIE_LEADER and the fencing token in"
            + " COTERIE_LEADER_TOKEN. It and all it has started are ended (TERM, and KILL after the"
            + " grace) before another node can lead, and started anew when the leadership is"
            + " gained again. When the command ends by itself,"
            + " the leadership is given back, and the exit code is that of the command."
      },
      footer = {"", "For example: coterie leader billing -- ./send-bills.sh"})
  static final class Leader implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Option(names = "--grace", paramLabel = "DURATION")
    private @Nullable String grace;

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "NAME",
        description = "of the leadership; without it, the leader of the voters is told")
    private @Nullable String name;

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "after --")
    private @Nullable List<String> command;

    @Override
    public Integer call() throws IOException {
      requireName(spec, command == null ? 0 : command.size());
      if (name == null) {
        return print(spec, flags, "/leaders", "leader");
      }
      String graceQuery = grace(grace);
      Client client = flags.client();
      String path = "/leaders/" + ClientFlags.part(name);
      if (command == null || command.isEmpty()) {
        return print(spec, flags, path, "leader");
      }
      Keeper.Prize prize = new Keeper.Prize("the leadership", "COTERIE_LEADER", name);
      return new Keeper(client, prize, command, spec.commandLine().getErr())
          .run(path + (graceQuery.isEmpty() ? "" : "?" + graceQuery), true);
    }
  }
}
