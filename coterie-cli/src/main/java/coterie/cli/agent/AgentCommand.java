package coterie.cli.agent;

import coterie.Option;
import coterie.agent.AgentOptions;
import coterie.agent.AgentProcess;
import coterie.agent.AgentSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Runs a node of a group as a process of its own. */
@Command(name = "agent", abbreviateSynopsis = true, sortOptions = false)
final class AgentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @CommandLine.Option(
      names = "--config",
      paramLabel = "FILE",
      description = "lines of key = value; the keys are those of the flags below, without dashes")
  private @Nullable Path config;

  @CommandLine.Option(
      names = "--check-config",
      description = "print what the agent would start with, and where each value comes from")
  private boolean isCheck;

  @CommandLine.Option(names = "--with-parent", hidden = true)
  private boolean isWithParent;

  @CommandLine.Option(names = "--faults", hidden = true, description = "lose packets when told to")
  private boolean hasFaults;

  private AgentCommand() {}

  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new AgentCommand());
    for (Option<?> option : AgentOptions.all()) {
      command.getCommandSpec().addOption(flag(option));
    }
    return command;
  }

  private static OptionSpec flag(Option<?> option) {
    OptionSpec.Builder flag =
        option == Option.TAGS
            ? OptionSpec.builder("--tag", option.flag())
            : OptionSpec.builder(option.flag());
    flag.paramLabel(option.label()).description(option.help());
    if (option.isFlagAlone()) {
      return flag.type(String.class).arity("0..1").fallbackValue("true").build();
    }
    return option == Option.TAGS
        ? flag.type(List.class).auxiliaryTypes(String.class).build()
        : flag.type(String.class).build();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentSettings settings = settings();
    PrintWriter err = spec.commandLine().getErr();
    if (isCheck) {
      settings.lines().forEach(spec.commandLine().getOut()::println);
      settings
          .unknownVariables()
          .forEach(name -> err.printf("coterie: %s in the environment means nothing%n", name));
    }
    List<String> problems = settings.problems();
    problems.forEach(sentence -> err.println("coterie: " + sentence));
    if (!problems.isEmpty()) {
      return 2;
    }
    if (!isCheck) {
      AgentProcess.run(settings.config(), isWithParent, hasFaults, err);
    }
    return 0;
  }

  private AgentSettings settings() {
    AgentSettings settings = new AgentSettings();
    String named = System.getenv("COTERIE_CONFIG");
    if (config != null) {
      settings.file(config);
    } else if (named != null && !named.isEmpty()) {
      settings.file(Path.of(named));
    }
    settings.environment(System.getenv());
    CommandLine.ParseResult flags = spec.commandLine().getParseResult();
    for (Option<?> option : AgentOptions.all()) {
      Object value = flags.matchedOptionValue(option.flag(), null);
      if (value instanceof List<?> list) {
        settings.flag(option, String.join(",", list.stream().map(String::valueOf).toList()));
      } else if (value != null) {
        settings.flag(option, value.toString());
      }
    }
    return settings;
  }
}
