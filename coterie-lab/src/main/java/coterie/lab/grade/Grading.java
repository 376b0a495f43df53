package coterie.lab.grade;

import coterie.lab.TextFiles;
import coterie.sim.check.expect.Expectations;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Grades scenario files. A file with an expected trace has one point, for the trace. Any other has
 * a point for each expectation that is met, or one for a run in which the protocol keeps its
 * promises; a promise that is broken fails the file in any case.
 */
public final class Grading {
  private static final List<String> ENDINGS = List.of(".scenario", ".trace", ".txt");

  private final Recipes recipes;

  public Grading(Recipes recipes) {
    this.recipes = recipes;
  }

  /** Returns the scenario files in a folder and in the folders below it, by name. */
  public static List<Path> files(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files =
          found
              .filter(file -> ENDINGS.stream().anyMatch(file.toString()::endsWith))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no scenario in %s; the name of one ends in %s"
              .formatted(folder, String.join(", ", ENDINGS)));
    }
    return files;
  }

  /** Grades a file of a folder; one that cannot be read or run has no point. */
  public Grade gradeAny(Path file) throws IOException {
    try {
      return grade(file);
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      boolean isNamed = why.contains(file.toString());
      return new Grade(file.toString(), 0, 1, List.of(isNamed ? why : file + ": " + why));
    } catch (RuntimeException | AssertionError | StackOverflowError | LinkageError e) {
      // A protocol of somebody's own has failed; the others want their points all the same.
      return new Grade(file.toString(), 0, 1, List.of("%s: %s".formatted(file, e)));
    }
  }

  /** Grades a file. */
  public Grade grade(Path file) throws IOException {
    TraceFile test = new TraceFile(file.toString(), TextFiles.read(file));
    if (!test.hasTrace()) {
      return grade(file, test.play(recipes, line -> {}));
    }
    String difference = test.difference(test.run(recipes));
    boolean isSame = difference.isEmpty();
    return new Grade(file.toString(), isSame ? 1 : 0, 1, isSame ? List.of() : List.of(difference));
  }

  private static Grade grade(Path file, ScenarioRun run) {
    List<Expectations.Outcome> outcomes = run.judges().expectations().outcomes();
    List<String> complaints = new ArrayList<>();
    run.violations().forEach(sentence -> complaints.add("%s: %s".formatted(file, sentence)));
    boolean isAlone = outcomes.isEmpty();
    int met = (int) outcomes.stream().filter(Expectations.Outcome::isMet).count();
    return new Grade(
        file.toString(),
        isAlone ? (complaints.isEmpty() ? 1 : 0) : met,
        isAlone ? 1 : outcomes.size(),
        complaints);
  }
}
