package coterie.cli;

import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Adds commands to {@code coterie}: one that is mentioned with all it has, others by name. */
final class Commands {
  private final CommandLine main;
  private final Mentioned mentioned;

  Commands(CommandLine main, Mentioned mentioned) {
    this.main = main;
    this.mentioned = mentioned;
  }

  /** Adds a command that works with protocols, which may come in a jar of the user's. */
  void add(Class<?> type, Supplier<CommandLine> maker) {
    addDeclared(
        type,
        () -> {
          CommandLine command = maker.get();
          CommonFlags.declare(command.getCommandSpec());
          return command;
        });
  }

  /** Adds a command that knows no protocols and takes no jars. */
  void addPlain(Class<?> type, Supplier<CommandLine> maker) {
    addDeclared(
        type,
        () -> {
          CommandLine command = maker.get();
          CommonFlags.declareHelp(command.getCommandSpec());
          command
              .getSubcommands()
              .values()
              .forEach(one -> CommonFlags.declareHelp(one.getCommandSpec()));
          return command;
        });
  }

  /** Adds a command that has declared the flags that all have. */
  void addDeclared(Class<?> type, Supplier<CommandLine> maker) {
    Command annotation = type.getAnnotation(Command.class);
    if (!mentioned.has(annotation.name())) {
      main.addSubcommand(byName(annotation));
      return;
    }
    CommandLine command = maker.get();
    HelpTexts.describe(command);
    main.addSubcommand(command);
  }

  private static CommandLine byName(Command annotation) {
    CommandLine command = Mentioned.name(annotation.name(), annotation.description());
    CommandSpec spec = command.getCommandSpec();
    spec.usageMessage().hidden(annotation.hidden());
    return command;
  }
}
