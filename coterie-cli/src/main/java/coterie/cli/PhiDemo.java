package coterie.cli;

import coterie.lab.TextFiles;
import coterie.lab.lesson.Lesson;
import coterie.lab.lesson.PhiLesson;
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

/** How sure a phi accrual detector is, second by second. */
@Command(abbreviateSynopsis = true, sortOptions = false)
final class PhiDemo implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--deviation", paramLabel = "TIME")
  private String deviation = "500ms";

  @Option(names = "--threshold", paramLabel = "X")
  private String threshold = "8";

  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--scenario")
  private boolean isPrinted;

  private final Lesson lesson;
  private final Recipes recipes;

  PhiDemo(Lesson lesson, Recipes recipes) {
    this.lesson = lesson;
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (isPrinted) {
      PhiLesson.scenario(lesson, deviation, threshold).forEach(out::println);
      return 0;
    }
    if (svg != null) {
      TextFiles.requireWritable(svg);
    }
    PhiLesson run = new PhiLesson(lesson, recipes, deviation, threshold);
    if (svg != null) {
      TextFiles.write(svg, run.svg());
    }
    if (json) {
      out.println(Json.of(run.json()));
    } else {
      run.print(out);
    }
    return 0;
  }
}
