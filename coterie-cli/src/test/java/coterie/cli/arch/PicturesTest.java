package coterie.cli.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of docs/architecture.md show the house as it is. {@code -Dcoterie.pictures=write}
 * draws the modules anew.
 */
class PicturesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final List<Path> SOURCES = sources();
  private static final Path IMAGES = ROOT.resolve("docs/images");
  private static final Pattern TEXT = Pattern.compile("<text class=\"(\\w+)\"[^>]*>([^<]*)</text>");
  private static final Pattern NAME = Pattern.compile("\\b([A-Z]\\w+)(?:\\.(\\w+))?(?![\\w.]*\\w)");

  @Test
  void modulesAreAsDrawn() throws IOException {
    String drawn = ModulePicture.of(ROOT);
    if ("write".equals(System.getProperty("coterie.pictures"))) {
      Files.writeString(IMAGES.resolve("modules.svg"), drawn);
    }
    assertThat(IMAGES.resolve("modules.svg"))
        .as("run this test with -Dcoterie.pictures=write")
        .hasContent(drawn);
  }

  @Test
  void newModuleChangesThePicture(@TempDir Path house) throws IOException {
    module(house.resolve("coterie-core"), "coterie-core", "");
    module(
        house.resolve("coterie-new"),
        "coterie-new",
        "<dependency><artifactId>coterie-core</artifactId></dependency>");
    String modules = "<module>coterie-core</module>";
    Files.writeString(house.resolve("pom.xml"), modules);
    String before = ModulePicture.of(house);
    Files.writeString(house.resolve("pom.xml"), modules + "<module>coterie-new</module>");
    assertThat(ModulePicture.of(house))
        .isNotEqualTo(before)
        .contains("coterie-new", "class=\"uses\"");
    assertThat(before).doesNotContain("class=\"uses\"");
  }

  private static void module(Path folder, String name, String dependencies) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src/main/java/coterie/" + name));
    Files.writeString(sources.resolve("Type.java"), "");
    Files.writeString(
        folder.resolve("pom.xml"),
        "<parent></parent><artifactId>" + name + "</artifactId>" + dependencies);
  }

  @Test
  void whatTheWayOfAMessageNamesExists() throws IOException {
    assertThat(unknown(Files.readString(IMAGES.resolve("message.svg")))).isEmpty();
  }

  @Test
  void nameThatDoesNotExistIsFound() throws IOException {
    assertThat(
            unknown(
                "<text class=\"type\" x=\"1\">Kernel.receive</text>"
                    + "<text class=\"type\">Kernel.teleport</text>"
                    + "<text class=\"type\">Cernel</text>"
                    + "<text class=\"word\">as NodeContext and HostCernel do</text>"))
        .containsExactly("Kernel.teleport", "Cernel", "HostCernel");
  }

  /** Types and methods in the texts of a picture that main code does not have. */
  private static List<String> unknown(String svg) throws IOException {
    List<String> unknown = new ArrayList<>();
    for (MatchResult text : TEXT.matcher(svg).results().toList()) {
      boolean isName = text.group(1).equals("type");
      for (MatchResult name : NAME.matcher(text.group(2)).results().toList()) {
        boolean isWord = name.group(2) == null && !name.group(1).matches(".*[a-z][A-Z].*");
        if ((isName || !isWord) && !exists(name.group(1), name.group(2))) {
          unknown.add(name.group());
        }
      }
    }
    return unknown;
  }

  private static boolean exists(String type, @Nullable String method) throws IOException {
    for (Path file : SOURCES) {
      if (file.getFileName().toString().equals(type + ".java")
          && (method == null || Files.readString(file).contains(" " + method + "("))) {
        return true;
      }
    }
    return false;
  }

  private static List<Path> sources() {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path main : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(main)) {
          try (Stream<Path> below = Files.walk(main)) {
            below.forEach(files::add);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}
