package coterie.testkit.junit;

import coterie.recipe.Recipe;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The message of a test that found something: what, how it came to it, how to see it again. */
final class FailureText {
  private final TestedRecipe protocol;
  private final ExtensionContext context;
  private final List<String> lines = new ArrayList<>();
  private @Nullable Path file;

  FailureText(TestedRecipe protocol, ExtensionContext context, String first) {
    this.protocol = protocol;
    this.context = context;
    lines.add(first);
  }

  void line(String line) {
    lines.add(line);
  }

  /** Adds a list under a heading. */
  void list(String heading, List<String> items) {
    lines.add("");
    lines.add(heading);
    items.forEach(item -> lines.add("  " + item));
  }

  /** Adds a scenario, and writes it to a file where that can be. */
  void scenario(String heading, String sentence, List<String> scenario) {
    list(heading, scenario);
    file = write(sentence, scenario);
  }

  /** Adds how to see it again, and how to run the test alone. */
  void commands(String more) {
    lines.add("");
    if (file != null && protocol.isFound()) {
      lines.add("See it again: ./coterie sim %s%s --trace".formatted(jar(), file));
    } else if (file != null) {
      lines.add("The scenario is in " + file);
    }
    lines.add(
        "Run it alone: mvn test -Dtest='%s#%s'%s"
            .formatted(
                context.getRequiredTestClass().getSimpleName(),
                context.getRequiredTestMethod().getName(),
                more));
  }

  AssertionError error(@Nullable Throwable cause) {
    return new AssertionError(String.join("\n", lines), cause);
  }

  private @Nullable Path write(String sentence, List<String> scenario) {
    Path folder = KitParameters.findings(context);
    if (folder == null) {
      return null;
    }
    Path written =
        folder.resolve(
            "%s.%s.scenario"
                .formatted(
                    context.getRequiredTestClass().getSimpleName(),
                    context.getRequiredTestMethod().getName()));
    List<String> text = new ArrayList<>();
    text.add("# " + sentence.lines().findFirst().orElse(""));
    text.addAll(scenario);
    try {
      Files.createDirectories(folder);
      Files.write(written, text);
    } catch (IOException e) { // The message has it all the same.
      return null;
    }
    return written;
  }

  /** The command brings the protocols of Coterie; others it is told where to find. */
  private String jar() {
    Recipe recipe = protocol.recipe();
    CodeSource source = recipe.getClass().getProtectionDomain().getCodeSource();
    if (source == null || recipe.getClass().getName().startsWith("coterie.")) {
      return "";
    }
    try {
      Path jar = Path.of(source.getLocation().toURI());
      Path here = Path.of("").toAbsolutePath();
      return "--jar %s ".formatted(jar.startsWith(here) ? here.relativize(jar) : jar);
    } catch (URISyntaxException e) {
      return "";
    }
  }
}
