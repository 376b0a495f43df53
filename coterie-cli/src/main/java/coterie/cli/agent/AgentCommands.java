package coterie.cli.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands of this package. */
public final class AgentCommands {
  private AgentCommands() {}

  /** How each is made, by the class that says its name, in the order of the help. */
  public static Map<Class<?>, Supplier<CommandLine>> all() {
    Map<Class<?>, Supplier<CommandLine>> all = new LinkedHashMap<>();
    all.put(AgentCommand.class, AgentCommand::commandLine);
    all.put(AskCommands.Members.class, () -> new CommandLine(new AskCommands.Members()));
    all.put(HoldCommands.Leader.class, () -> new CommandLine(new HoldCommands.Leader()));
    all.put(HoldCommands.Lock.class, () -> new CommandLine(new HoldCommands.Lock()));
    all.put(RegisterCommand.class, RegisterCommand::commandLine);
    all.put(AskCommands.Events.class, () -> new CommandLine(new AskCommands.Events()));
    all.put(CallCommand.class, () -> new CommandLine(new CallCommand()));
    all.put(AskCommands.Send.class, () -> new CommandLine(new AskCommands.Send()));
    all.put(AskCommands.Leave.class, () -> new CommandLine(new AskCommands.Leave()));
    all.put(AskCommands.Health.class, () -> new CommandLine(new AskCommands.Health()));
    all.put(KeysCommand.class, KeysCommand::commandLine);
    all.put(VoterCommand.class, VoterCommand::commandLine);
    all.put(UpCommand.class, () -> new CommandLine(new UpCommand()));
    return all;
  }
}
