package coterie.lab.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.sim.check.Violation;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingTest {
  private static final List<String> LARGE =
      List.of(
          "protocol loose-lock",
          "nodes 5",
          "until 60",
          "latency uniform:1ms,9ms",
          "loss 0.02",
          "at 3 crash 4 for 2",
          "at 10 call 0 acquire",
          "at 10.4 call 3 acquire",
          "at 20 partition 0 1 | 2 3 4 for 5");

  @TempDir Path folder;

  private static Scenario read(List<String> lines) {
    return new ScenarioReader(LooseLock.RECIPES).text("file", lines).scenario();
  }

  private static List<Violation> run(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, LooseLock.RECIPES);
    run.run();
    return run.objections();
  }

  private Finding written(Path to) throws IOException {
    Scenario large = read(LARGE);
    Finding small =
        Finding.of(LooseLock.RECIPES, large, run(large).getFirst())
            .shrunk(Duration.ofSeconds(20), () -> false, new PrintWriter(new StringWriter()));
    small.write(to, "./coterie sim");
    return small;
  }

  @Test
  void fileShowsTheSameViolation() throws IOException {
    Path report = folder.resolve("report");
    Finding small = written(report);
    List<Violation> again = run(read(Files.readAllLines(report.resolve("finding.scenario"))));
    assertThat(again).contains(small.violation());
    assertThat(small.scenario().members().size()).isLessThan(5);
    assertThat(small.messages()).isLessThan(20);
    assertThat(small.isMinimal()).isTrue();
    String readme = Files.readString(report.resolve("README.md"));
    assertThat(readme)
        .contains(small.violation().sentence())
        .contains("./coterie sim " + report.resolve("finding.scenario"))
        .contains("5 processes, ");
  }

  @Test
  void traceIsATraceTest() throws IOException {
    written(folder.resolve("report"));
    Path file = folder.resolve("report/finding.trace");
    TraceFile test = new TraceFile(file.toString(), Files.readAllLines(file));
    assertThat(test.difference(test.run(LooseLock.RECIPES))).isEmpty();
  }

  @Test
  void pictureMarksBothEntries() throws IOException {
    written(folder.resolve("report"));
    String svg = Files.readString(folder.resolve("report/finding.svg"));
    assertThat(svg.split("<circle class=\"conflict\"", -1))
        .as("the legend and two events")
        .hasSize(1 + 1 + 2);
    assertThat(svg).contains("one is inside at a");
  }

  @Test
  void testCompilesAndFails() throws Exception {
    Path report = folder.resolve("report");
    written(report);
    Path source = report.resolve("LooseLockFindingTest.java");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertThat(failed).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("coterie.recipe.Recipe"), LooseLock.AsRecipe.class.getName() + "\n");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      assertThatThrownBy(() -> runTest(loader))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("one is inside at a time");
    }
  }

  private static void runTest(ClassLoader loader) throws Throwable {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Class<?> test = loader.loadClass("LooseLockFindingTest");
      var constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      Method method = test.getDeclaredMethod("promisesAreKept");
      method.setAccessible(true);
      method.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void folderIsNeverOverwritten() throws IOException {
    Path report = folder.resolve("report");
    Finding small = written(report);
    assertThatThrownBy(() -> small.write(report, "./coterie sim"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            report + " is not empty; a report takes a folder that is empty or not there yet");
    Path first = small.freshFolder(folder);
    assertThat(first).isEqualTo(folder.resolve("coterie-finding-loose-lock-1")).isDirectory();
    assertThat(small.freshFolder(folder)).isEqualTo(folder.resolve("coterie-finding-loose-lock-2"));
  }

  @Test
  void shrinkingThatIsStoppedKeepsWhatItHas() {
    Scenario large = read(LARGE);
    Finding small =
        Finding.of(LooseLock.RECIPES, large, run(large).getFirst())
            .shrunk(Duration.ofDays(1), () -> true, new PrintWriter(new StringWriter()));
    assertThat(small.scenario().members().size()).isEqualTo(large.members().size());
    assertThat(small.scenario().untilNanos()).isEqualTo(large.untilNanos());
    assertThat(small.isMinimal()).isFalse();
  }

  @Test
  void folderThatCannotBeMadeIsRefusedBeforeTheWork() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path below = file.resolve("report");
    assertThatThrownBy(() -> Shrinking.of("5s", below))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--folder %s: it cannot be created;".formatted(below));
    assertThatThrownBy(() -> Shrinking.of("5s", folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("give a folder that is empty or not there yet");
    Shrinking.of("5s", folder.resolve("a/b/c"));
    assertThat(folder.resolve("a")).doesNotExist();
  }

  @Test
  void nameOfATestIsThatOfAClass() {
    List<String> names = new ArrayList<>();
    for (String protocol : List.of("raft", "token-ring", "2pc", "my.own_lock")) {
      names.add(TestText.className(protocol));
    }
    assertThat(names)
        .containsExactly(
            "RaftFindingTest",
            "TokenRingFindingTest",
            "Protocol2pcFindingTest",
            "MyOwnLockFindingTest");
  }
}
