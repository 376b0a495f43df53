package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A project that users copy, compiled by a plain javac.
 *
 * @param folder of the project
 * @param classes where its classes are
 */
record CopiedProject(Path folder, Path classes) {
  /** Compiles the sources below these folders, and adds the resources of the project. */
  static CopiedProject compiled(Path folder, Path classes, List<Path> sources) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.add("-parameters");
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-p", System.getProperty("jdk.module.path", "")));
    arguments.addAll(List.of("--add-modules", "ALL-MODULE-PATH"));
    for (Path below : sources) {
      files(below).map(Path::toString).forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    Path resources = folder.resolve("src/main/resources");
    for (Path file : files(resources).toList()) {
      Path copy = classes.resolve(resources.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    return new CopiedProject(folder, classes);
  }

  private static Stream<Path> files(Path below) throws IOException {
    try (Stream<Path> found = Files.walk(below)) {
      return found.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  /** Runs all tests of a class; returns what each says of its failure, empty if it passed. */
  Map<String, String> tests(String name, Map<String, String> parameters) throws Exception {
    Map<String, String> messages = new TreeMap<>();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            String message =
                result.getThrowable().map(thrown -> String.valueOf(thrown.getMessage())).orElse("");
            if (test.isTest() || !message.isEmpty()) {
              messages.put(test.getDisplayName(), message);
            }
          }
        };
    URL[] path = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, CopiedProject.class.getClassLoader())) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(loader.loadClass(name)))
                  .configurationParameter("basedir", folder.toString())
                  .configurationParameters(parameters)
                  .build(),
              listener);
    }
    return messages;
  }
}
