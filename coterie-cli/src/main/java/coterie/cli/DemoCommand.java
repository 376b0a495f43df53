package coterie.cli;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells a story: a scenario that comes with the command, run as any other one. */
@Command(
    name = "demo",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Run a scenario that explains itself.",
    synopsisSubcommandLabel = "[DEMO]",
    commandListHeading = "%nDemos:%n")
final class DemoCommand implements Runnable {
  /** The name of its file among the resources, and what it shows. */
  private record Demo(String name, String summary) {}

  private static final List<Demo> ALL =
      List.of(
          new Demo("vring", "four processes find out who is up; nothing to know beforehand"),
          new Demo("clocks", "one history under four clocks, one of them 500 ms ahead"),
          new Demo("ledger", "transfers in one order everywhere, though a partition delays some"),
          new Demo("documents", "concurrent edits become siblings, and nothing is lost"),
          new Demo("mvcc", "a store that can be read as of any moment of its past"));

  @Spec private CommandSpec spec;

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine demo = new CommandLine(new DemoCommand());
    for (Demo one : ALL) {
      String description = "Show " + one.summary + ".";
      if (!mentioned.has(one.name)) {
        demo.addSubcommand(Mentioned.name(one.name, description));
        continue;
      }
      CommandLine command = new CommandLine(new Telling(one, recipes));
      CommandSpec spec = command.getCommandSpec();
      spec.name(one.name);
      spec.usageMessage().description(description);
      // What belongs to detectors and locks says nothing here.
      List.of("--judge", "--settled", "--entries")
          .forEach(name -> spec.remove(spec.findOption(name)));
      ScenarioFlags.declareSeed(spec);
      CommonFlags.declare(spec);
      demo.addSubcommand(one.name, command);
    }
    return demo;
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    int width = ALL.stream().mapToInt(demo -> demo.name.length()).max().orElse(0);
    for (Demo demo : ALL) {
      out.println(demo.name + " ".repeat(width - demo.name.length() + 2) + demo.summary);
    }
  }

  /** One of them. */
  @Command(abbreviateSynopsis = true, sortOptions = false)
  static final class Telling implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Output output;

    @Option(
        names = "--scenario",
        description = "print the scenario instead, to be changed and run by: coterie sim FILE")
    private boolean isPrinted;

    private final Demo demo;
    private final Recipes recipes;

    private Telling(Demo demo, Recipes recipes) {
      this.demo = demo;
      this.recipes = recipes;
    }

    @Override
    public Integer call() throws IOException {
      String file = demo.name + ".scenario";
      List<String> lines = text(file).lines().toList();
      if (isPrinted) {
        lines.forEach(spec.commandLine().getOut()::println);
        return 0;
      }
      ScenarioReader reader = new ScenarioReader(recipes);
      reader.text(file, lines);
      ScenarioFlags.read(spec.commandLine().getParseResult(), reader);
      return output.tell(reader.scenario(), recipes, spec.commandLine());
    }
  }

  private static String text(String file) throws IOException {
    try (@Nullable InputStream in = DemoCommand.class.getResourceAsStream("demos/" + file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
