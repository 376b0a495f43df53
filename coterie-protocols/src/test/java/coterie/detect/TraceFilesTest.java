package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of the project gives the trace that stands below its line of dashes. */
class TraceFilesTest {
  private static final Recipes RECIPES = Recipes.of(TraceFilesTest.class.getClassLoader());

  @TestFactory
  Stream<DynamicTest> scenarioGivesItsTrace() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of("..", "scenarios"))) {
      files = found.filter(file -> file.toString().endsWith(".trace")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(5);
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    TraceFile test = new TraceFile(file.toString(), Files.readAllLines(file));
    List<String> trace = test.run(RECIPES);
    assertThat(test.difference(trace))
        .as("./coterie check --rewrite scenarios/%s accepts a change", file.getFileName())
        .isEmpty();
  }
}
