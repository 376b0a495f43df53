package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template that the docs tell to copy compiles by a plain javac, and runs. */
class TemplateTest {
  private static final Path TEMPLATE = Path.of("template").toAbsolutePath();
  private static final String SERVICES = "META-INF/services/coterie.recipe.Recipe";

  private static void compile(Path classes) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-p", System.getProperty("jdk.module.path", "")));
    arguments.addAll(List.of("--add-modules", "ALL-MODULE-PATH"));
    try (Stream<Path> sources = Files.list(TEMPLATE.resolve("src/main/java/my"))) {
      sources.map(Path::toString).sorted().forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    Files.createDirectories(classes.resolve(SERVICES).getParent());
    Files.copy(TEMPLATE.resolve("src/main/resources").resolve(SERVICES), classes.resolve(SERVICES));
  }

  @Test
  void copyOfTheTemplateRuns(@TempDir Path classes) throws IOException {
    compile(classes);
    StringWriter out = new StringWriter();
    String[] words = {"sim", "--jar", classes.toString(), "greeting", "-n", "3", "--until", "4"};
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).contains("greeting, 3 processes").containsPattern("Greeted +12");
  }

  @Test
  void templateNamesTheVersionOfThisBuild() throws IOException {
    String version = "<version>0.1.0-SNAPSHOT</version>";
    assertThat(Files.readString(Path.of("pom.xml"))).contains(version);
    assertThat(Files.readString(TEMPLATE.resolve("pom.xml"))).contains(version);
  }
}
