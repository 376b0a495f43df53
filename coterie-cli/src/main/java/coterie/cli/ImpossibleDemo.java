package coterie.cli;

import coterie.lab.TextFiles;
import coterie.lab.lesson.ImpossibleLesson;
import coterie.lab.lesson.Lesson;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One question under several faults, and the same log in all of them. */
@Command(abbreviateSynopsis = true, sortOptions = false)
final class ImpossibleDemo implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--scenario")
  private boolean isPrinted;

  private final Lesson lesson;
  private final Recipes recipes;

  ImpossibleDemo(Lesson lesson, Recipes recipes) {
    this.lesson = lesson;
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (isPrinted) {
      ImpossibleLesson.printScenarios(lesson, out);
      return 0;
    }
    if (svg != null) {
      TextFiles.requireWritable(svg);
    }
    ImpossibleLesson runs = new ImpossibleLesson(lesson, recipes);
    if (svg != null) {
      TextFiles.write(svg, runs.svg());
    }
    if (json) {
      out.println(Json.of(runs.json()));
    } else {
      runs.print(out);
    }
    String difference = runs.difference();
    if (!difference.isEmpty()) {
      spec.commandLine().getErr().println("coterie: " + difference);
    }
    return difference.isEmpty() ? 0 : Main.FAILED;
  }
}
