package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.TraceFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of the project gives the trace that stands below its line of dashes. */
class TraceFilesTest {
  private static final TraceFolder SCENARIOS = TraceFolder.of(Path.of("..", "scenarios"));

  @TestFactory
  Stream<DynamicTest> scenarioGivesItsTrace() throws IOException {
    List<Path> files = SCENARIOS.files();
    assertThat(files).hasSizeGreaterThan(5);
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    assertThat(SCENARIOS.difference(file))
        .as("./coterie check --rewrite scenarios/%s accepts a change", file.getFileName())
        .isEmpty();
  }
}
