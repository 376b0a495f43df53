package coterie.testkit.junit;

import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Makes a test of each file that {@link TraceTest} names. */
final class TraceTestExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    TraceTest test =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), TraceTest.class)
            .orElseThrow();
    List<Recipe> all = new ArrayList<>(Recipe.all(context.getRequiredTestClass().getClassLoader()));
    for (Class<? extends Recipe> type : test.recipes()) {
      all.add(ReflectionSupport.newInstance(type));
    }
    Recipes recipes = new Recipes(all);
    return files(KitParameters.base(context), test.value()).stream()
        .map(file -> new TraceInvocation(file, recipes));
  }

  /** Returns the files in the order of their names. */
  private static List<Path> files(Path base, String pattern) {
    Path path = base.resolve(pattern);
    Path folder = path.getParent() == null ? Path.of("") : path.getParent();
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(folder.toAbsolutePath())) {
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(folder, String.valueOf(path.getFileName()))) {
        found.forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    if (files.isEmpty()) {
      throw new ExtensionConfigurationException(
          "@TraceTest: no file is named %s in %s; a pattern is a folder and a name, such as traces/*.trace"
              .formatted(pattern, base.toAbsolutePath()));
    }
    Collections.sort(files);
    return files;
  }
}
