package coterie.cli;

import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
    String[] about = annotation.hidden() ? new String[0] : HelpTexts.about(annotation.name());
    mentioned
        .add(main, annotation.name(), maker, about)
        .ifPresent(spec -> HelpTexts.describe(spec.commandLine()));
    CommandLine added = main.getSubcommands().get(annotation.name());
    Objects.requireNonNull(added).getCommandSpec().usageMessage().hidden(annotation.hidden());
  }
}
