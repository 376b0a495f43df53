package coterie.cli.flags;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing but through one of its subcommands. */
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec;

  /** The command with these subcommands, in the order of the help. */
  public final CommandLine with(Object... subcommands) {
    CommandLine group = new CommandLine(this);
    for (Object subcommand : subcommands) {
      group.addSubcommand(subcommand);
    }
    return group;
  }

  @Override
  public final void run() {
    String names = String.join(", ", spec.subcommands().keySet());
    String any = spec.subcommands().size() == 1 ? "" : "one of ";
    throw new ParameterException(
        spec.commandLine(), "%s takes %s%s".formatted(spec.name(), any, names));
  }
}
