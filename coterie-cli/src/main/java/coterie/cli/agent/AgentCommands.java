package coterie.cli.agent;

import java.util.List;
import picocli.CommandLine;

/** All commands of this package. */
public final class AgentCommands {
  private AgentCommands() {}

  public static List<CommandLine> all() {
    return List.of(
        AgentCommand.commandLine(),
        new CommandLine(new AskCommands.Members()),
        new CommandLine(new HoldCommands.Leader()),
        new CommandLine(new HoldCommands.Lock()),
        RegisterCommand.commandLine(),
        new CommandLine(new AskCommands.Events()),
        new CommandLine(new AskCommands.Send()),
        new CommandLine(new AskCommands.Leave()),
        new CommandLine(new AskCommands.Health()),
        KeysCommand.commandLine(),
        VoterCommand.commandLine(),
        new CommandLine(new UpCommand()));
  }
}
