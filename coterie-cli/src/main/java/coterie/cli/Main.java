package coterie.cli;

import coterie.cli.agent.AgentCommands;
import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.HelpSections;
import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import coterie.cli.page.LabCommand;
import coterie.lab.Jars;
import coterie.lab.OwnMistake;
import coterie.lab.Resources;
import coterie.lab.TextFiles;
import coterie.recipe.Recipe;
import coterie.sim.EndlessInstantException;
import coterie.sim.scenario.Recipes;
import coterie.storage.StorageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code coterie}. */
@Command(
    name = "coterie",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  @Spec private CommandSpec spec;
  private final Recipes recipes;

  private Main(Recipes recipes) {
    this.recipes = recipes;
  }

  public static void main(String[] args) {
    // Numbers look the same everywhere: in some countries %d would print other digits.
    Locale.setDefault(Locale.ROOT);
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, args);
    out.flush();
    System.exit(code);
  }

  /** Runs the command inside this JVM and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    try {
      return run(Jars.recipes(args), out, err, args);
    } catch (IllegalArgumentException e) {
      err.println("coterie: " + e.getMessage());
      return BAD_INPUT;
    } catch (AssertionError | StackOverflowError e) {
      // Picocli hands on exceptions only.
      if (!OwnMistake.is(e)) {
        throw e;
      }
      OwnMistake.print(e, err);
      return FAILED;
    } catch (LinkageError e) {
      err.println("coterie: " + Jars.brokenClass(e, args));
      return BAD_INPUT;
    } catch (OutOfMemoryError e) {
      long heap = Runtime.getRuntime().maxMemory() >> 20;
      err.printf(
          "coterie: the heap of %d MB is used up; COTERIE_OPTS=-Xmx%dm would allow more%n",
          heap, 2 * heap);
      return FAILED;
    }
  }

  static int run(Recipes recipes, PrintWriter out, PrintWriter err, String... args) {
    CommandLine command;
    try {
      command = commandLine(recipes, new Mentioned(args));
    } catch (IllegalArgumentException e) {
      // A recipe of the user's has a setting with the name of a flag.
      err.println("coterie: " + e.getMessage());
      return BAD_INPUT;
    }
    return command.setOut(out).setErr(err).execute(args);
  }

  private static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine main = new CommandLine(new Main(recipes));
    HelpTexts.describe(main);
    main.getSubcommands()
        .values()
        .forEach(command -> CommonFlags.declare(command.getCommandSpec()));
    Commands commands = new Commands(main, mentioned);
    commands.add(SimCommand.class, () -> SimCommand.commandLine(recipes, mentioned));
    commands.add(ExploreCommand.class, () -> ExploreCommand.commandLine(recipes, mentioned));
    commands.add(RunCommand.class, () -> RunCommand.commandLine(recipes, mentioned));
    commands.add(NodeCommand.class, () -> NodeCommand.commandLine(recipes, mentioned));
    commands.add(DemoCommand.class, () -> DemoCommand.commandLine(recipes, mentioned));
    commands.add(SweepCommand.class, () -> SweepCommand.commandLine(recipes, mentioned));
    commands.add(HuntCommand.class, () -> HuntCommand.commandLine(recipes, mentioned));
    commands.add(MergeCommand.class, () -> new CommandLine(new MergeCommand(recipes)));
    commands.add(CheckCommand.class, () -> new CommandLine(new CheckCommand(recipes)));
    commands.add(CompareCommand.class, () -> CompareCommand.commandLine(recipes));
    commands.add(TuneCommand.class, () -> TuneCommand.commandLine(recipes));
    commands.add(ReplayCommand.class, () -> new CommandLine(new ReplayCommand(recipes)));
    commands.add(MemberCommand.class, () -> new CommandLine(new MemberCommand(recipes)));
    commands.add(LabCommand.class, () -> new CommandLine(new LabCommand(recipes, Version.text())));
    commands.addDeclared(StoreCommand.class, StoreCommand::commandLine);
    AgentCommands.all().forEach(commands::addPlain);
    main.addSubcommand(new CommandLine.HelpCommand());
    main.setParameterExceptionHandler(Main::badParameter);
    main.setExecutionExceptionHandler(Main::failed);
    main.setAbbreviatedOptionsAllowed(false);
    // A key or a value may begin with @, and means itself.
    main.setExpandAtFiles(false);
    main.setUsageHelpAutoWidth(true);
    return main;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(description = "List the protocols, one line each.")
  void protocols() {
    PrintWriter out = spec.commandLine().getOut();
    int width = recipes.all().stream().mapToInt(r -> r.name().length()).max().orElse(0);
    for (Recipe recipe : recipes.all()) {
      out.println(
          recipe.name() + " ".repeat(width - recipe.name().length() + 2) + recipe.summary());
    }
  }

  @Command(
      description = "Print the completion script for bash and zsh: source <(coterie completion)")
  void completion() {
    HelpSections.labelApart(spec);
    spec.commandLine().getOut().print(AutoComplete.bash("coterie", spec.commandLine()));
  }

  private static int badParameter(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .printf(
            "coterie: %s (see %s --help)%n",
            sentence(e, command), command.getCommandSpec().qualifiedName());
    return BAD_INPUT;
  }

  /** A mistake of the caller is one sentence; anything else is ours, and shows where it was. */
  private static int failed(Exception e, CommandLine command, ParseResult result) {
    if (OwnMistake.is(e)) {
      OwnMistake.print(e, command.getErr());
      return FAILED;
    }
    boolean isSaid =
        e instanceof IllegalArgumentException
            || e instanceof StorageException
            || e instanceof EndlessInstantException;
    if (!isSaid && !(e instanceof IOException)) {
      command.getErr().println("coterie: this is a mistake in Coterie; please report it:");
      e.printStackTrace(command.getErr());
      return FAILED;
    }
    String sentence = e instanceof IOException io ? TextFiles.why(io) : e.getMessage();
    command.getErr().println("coterie: " + sentence);
    return e instanceof IllegalArgumentException ? BAD_INPUT : FAILED;
  }

  private static String sentence(ParameterException e, CommandLine command) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().getFirst();
      List<String> nearest = unmatched.getSuggestions();
      boolean isCommand = !word.startsWith("-") && !command.getSubcommands().isEmpty();
      return isCommand
          ? "%s; choose %s".formatted(noCommand(word, command), String.join(", ", names(command)))
          : "\"%s\" is not understood here%s"
              .formatted(
                  word,
                  nearest.isEmpty() ? "" : "; did you mean %s?".formatted(nearest.getFirst()));
    }
    ArgSpec argument = e.getArgSpec();
    if (argument != null && e.getValue() != null) {
      return "%s %s: give %s".formatted(name(argument), e.getValue(), wanted(argument));
    }
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  private static List<String> names(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Below the first level the words are protocols, not all of which every command takes. */
  private static String noCommand(String word, CommandLine command) {
    return command.getParent() == null
        ? "there is no command \"%s\"".formatted(word)
        : "%s does not take \"%s\"".formatted(command.getCommandSpec().qualifiedName(), word);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  /** What a value that could not be read should have been; picocli would name a class. */
  private static String wanted(ArgSpec argument) {
    Class<?> type = argument.type();
    if (type == long.class || type == int.class) {
      return "a whole number of up to %d digits".formatted(type == long.class ? 18 : 9);
    }
    return type == boolean.class ? "true, false or nothing" : "another value";
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }

    static String text() {
      String name = "version.txt";
      return Resources.text(Main.class.getResourceAsStream(name), name).strip();
    }
  }
}
