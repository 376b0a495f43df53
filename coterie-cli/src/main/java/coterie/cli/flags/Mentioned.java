package coterie.cli.flags;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words of a command line. Only commands and protocols among them get their flags: making the
 * flags of all of them takes longer than most commands do.
 */
public final class Mentioned {
  /** Prints the flags of everything. */
  private static final String COMPLETION = "completion";

  private final Set<String> words;

  public Mentioned(String... words) {
    this.words = Set.of(Arrays.stream(words).distinct().toArray(String[]::new));
  }

  public boolean has(String command) {
    return words.contains(command) || words.contains(COMPLETION);
  }

  /**
   * Adds a subcommand: with all it has if it is mentioned, otherwise by its name.
   *
   * @return the whole subcommand, if it is mentioned
   */
  public Optional<CommandSpec> add(
      CommandLine to, String name, Supplier<CommandLine> maker, String... description) {
    CommandLine command = has(name) ? maker.get() : name(name, description);
    CommandSpec spec = command.getCommandSpec();
    spec.name(name);
    spec.usageMessage().description(description);
    to.addSubcommand(name, command);
    return has(name) ? Optional.of(spec) : Optional.empty();
  }

  /** Stands for a command that is not mentioned: lists show its name and what it does. */
  public static CommandLine name(String name, String... description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description);
    return new CommandLine(spec);
  }
}
