package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.TextFiles;
import coterie.lab.lesson.ImpossibleLesson;
import coterie.lab.lesson.Lesson;
import coterie.lab.lesson.PhiLesson;
import coterie.lab.lesson.Taught;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A lesson with runs, a table and a picture of its own. */
abstract class LessonDemo extends Subcommand {
  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--scenario")
  private boolean isPrinted;

  /** The scenarios that it runs, as lines. */
  abstract List<String> scenario();

  abstract Taught run();

  @Override
  public final Integer call() throws IOException {
    if (isPrinted) {
      scenario().forEach(out()::println);
      return 0;
    }
    if (svg != null) {
      TextFiles.requireWritable(svg);
    }
    Taught taught = run();
    if (svg != null) {
      TextFiles.write(svg, taught.svg());
    }
    if (json) {
      out().println(Json.of(taught.json()));
    } else {
      taught.print(out());
    }
    return end(taught.violations());
  }

  /** How sure a phi accrual detector is, second by second. */
  @Command(abbreviateSynopsis = true, sortOptions = false)
  static final class Phi extends LessonDemo {
    @Option(names = "--deviation", paramLabel = "TIME")
    private String deviation = "500ms";

    @Option(names = "--threshold", paramLabel = "X")
    private String threshold = "8";

    private final Lesson lesson;
    private final Recipes recipes;

    Phi(Lesson lesson, Recipes recipes) {
      this.lesson = lesson;
      this.recipes = recipes;
    }

    @Override
    List<String> scenario() {
      return PhiLesson.scenario(lesson, deviation, threshold);
    }

    @Override
    Taught run() {
      return new PhiLesson(lesson, recipes, deviation, threshold);
    }
  }

  /** One question under several faults, and the same log in all of them. */
  @Command(abbreviateSynopsis = true, sortOptions = false)
  static final class Impossible extends LessonDemo {
    private final Lesson lesson;
    private final Recipes recipes;

    Impossible(Lesson lesson, Recipes recipes) {
      this.lesson = lesson;
      this.recipes = recipes;
    }

    @Override
    List<String> scenario() {
      return ImpossibleLesson.scenarios(lesson);
    }

    @Override
    Taught run() {
      return new ImpossibleLesson(lesson, recipes);
    }
  }
}
