package coterie.cli;

import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.lab.lesson.Lesson;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells a story: a lesson that comes with the command. There are as many as there are files. */
@Command(
    name = "demo",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[DEMO]",
    commandListHeading = "%nDemos:%n")
final class DemoCommand implements Runnable {
  @Spec private CommandSpec spec;
  private final List<Lesson> lessons;

  private DemoCommand(List<Lesson> lessons) {
    this.lessons = lessons;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    List<Lesson> lessons = Lesson.all();
    CommandLine demo = new CommandLine(new DemoCommand(lessons));
    for (Lesson lesson : lessons) {
      mentioned
          .add(
              demo,
              lesson.name(),
              () -> new CommandLine(program(lesson, recipes)),
              "%s: %s.".formatted(lesson.title(), lesson.summary()))
          .ifPresent(spec -> complete(spec, lesson));
    }
    return demo;
  }

  private static void complete(CommandSpec spec, Lesson lesson) {
    // What belongs to detectors and locks says nothing here.
    for (String name : List.of("--judge", "--settled", "--entries")) {
      OptionSpec option = spec.findOption(name);
      if (option != null) {
        spec.remove(option);
      }
    }
    if (lesson.program().equals(Lesson.SCENARIO)) {
      ScenarioFlags.declareSeed(spec);
    }
    CommonFlags.declare(spec);
  }

  private static Callable<Integer> program(Lesson lesson, Recipes recipes) {
    return switch (lesson.program()) {
      case Lesson.SCENARIO -> new Telling(lesson, recipes);
      case "bully" -> new BullyDemo(lesson, recipes);
      case "phi" -> new LessonDemo.Phi(lesson, recipes);
      case "impossible" -> new LessonDemo.Impossible(lesson, recipes);
      default ->
          throw new IllegalStateException(
              "%s: there is no program \"%s\"".formatted(lesson.name(), lesson.program()));
    };
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    int width = lessons.stream().mapToInt(lesson -> lesson.name().length()).max().orElse(0);
    for (Lesson lesson : lessons) {
      out.println(
          lesson.name() + " ".repeat(width - lesson.name().length() + 2) + lesson.summary());
    }
  }

  /** A lesson that is a scenario. */
  @Command(abbreviateSynopsis = true, sortOptions = false)
  static final class Telling extends Subcommand {
    @Mixin private RunOutput output;

    @Option(names = "--scenario")
    private boolean isPrinted;

    private final Lesson lesson;
    private final Recipes recipes;

    private Telling(Lesson lesson, Recipes recipes) {
      this.lesson = lesson;
      this.recipes = recipes;
    }

    @Override
    public Integer call() throws IOException {
      List<String> lines = lesson.scenario(Map.of());
      if (isPrinted) {
        lines.forEach(out()::println);
        return 0;
      }
      ScenarioReader reader = new ScenarioReader(recipes);
      reader.text(lesson.name(), lines);
      ScenarioFlags.read(given(), reader);
      return output.tell(reader.scenario(), recipes, commandLine());
    }
  }
}
