package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.TextFiles;
import coterie.lab.grade.Grade;
import coterie.lab.grade.GradeReport;
import coterie.lab.grade.Grading;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs trace tests, and grades scenarios by what they say must hold. */
@Command(name = "check", abbreviateSynopsis = true)
final class CheckCommand extends Subcommand {
  private static final Path STANDARD_OUTPUT = Path.of("-");

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "trace tests, scenarios with expectations, or folders of them")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--rewrite")
  private boolean rewrite;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--csv", arity = "0..1", fallbackValue = "-", paramLabel = "FILE")
  private @Nullable Path csv;

  private final Recipes recipes;

  CheckCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    if (rewrite) {
      return rewrite();
    }
    if (csv != null && !csv.equals(STANDARD_OUTPUT)) {
      TextFiles.requireWritable(csv);
    }
    Grading grading = new Grading(recipes);
    List<Grade> grades = new ArrayList<>();
    boolean hasPoints = false;
    for (Path file : files) {
      if (Files.isDirectory(file)) {
        hasPoints = true;
        for (Path one : Grading.files(file)) {
          grades.add(grading.gradeAny(one));
        }
      } else {
        grades.add(grading.grade(file));
        hasPoints |= !new TraceFile(file.toString(), TextFiles.read(file)).hasTrace();
      }
    }
    GradeReport report = new GradeReport(grades);
    print(report, hasPoints);
    return report.isPassed() ? 0 : FAILED;
  }

  private void print(GradeReport report, boolean hasPoints) throws IOException {
    if (json) {
      out().println(Json.of(report.json()));
    } else if (STANDARD_OUTPUT.equals(csv)) {
      out().print(report.csv());
    } else if (hasPoints) {
      report.printPoints(out());
    } else {
      report.printCounts(out());
    }
    out().flush();
    if (csv != null && !csv.equals(STANDARD_OUTPUT)) {
      TextFiles.write(csv, report.csv());
    }
  }

  private int rewrite() throws IOException {
    for (Path file : files) {
      TraceFile test = new TraceFile(file.toString(), TextFiles.read(file));
      List<String> trace = test.run(recipes);
      if (!test.difference(trace).isEmpty()) {
        TextFiles.write(file, String.join("\n", test.rewritten(trace)) + "\n");
        out().println("rewritten: " + file);
      }
    }
    return 0;
  }
}
