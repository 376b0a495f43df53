package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the docs show is what the commands print. A console block holds a command and its output; a
 * last line of three dots stands for the rest.
 */
class DocsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Pattern CONSOLE =
      Pattern.compile("```console\n\\$ \\./coterie ([^\n]*)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(?:#([^)]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String REST = "...\n";

  @TestFactory
  Stream<DynamicTest> commandsPrintWhatTheDocsShow() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      Matcher block = CONSOLE.matcher(Files.readString(page));
      while (block.find()) {
        String command = block.group(1);
        String shown = block.group(2);
        tests.add(
            DynamicTest.dynamicTest(
                ROOT.relativize(page) + ": " + command, () -> compare(command, shown)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(3);
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> javaInTheDocsStandsInATest() throws IOException {
    String sources = squeeze(String.join("\n", snippets()));
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      Matcher block = JAVA.matcher(Files.readString(page));
      while (block.find()) {
        String snippet = block.group(1);
        tests.add(
            DynamicTest.dynamicTest(
                ROOT.relativize(page) + ": " + snippet.lines().findFirst().orElse(""),
                () -> assertThat(sources.contains(squeeze(snippet))).as(snippet).isTrue()));
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> linksLeadSomewhere() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        @Nullable String section = link.group(2);
        tests.add(
            DynamicTest.dynamicTest(
                ROOT.relativize(page) + " -> " + link.group(), () -> follow(target, section)));
      }
    }
    return tests.stream();
  }

  /** Whoever looks for a page finds it in the index. */
  @Test
  void indexHasEveryPage() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".md") && !name.equals("README.md"))
          .allSatisfy(name -> assertThat(index).contains("](" + name));
    }
  }

  /** Every page of a protocol begins with the same four lines, before its first section. */
  @Test
  void protocolsSayWhatTheyNeedAssumeGuaranteeAndCost() throws IOException {
    List<Path> pages =
        Recipes.of(DocsTest.class.getClassLoader()).all().stream()
            .map(recipe -> ROOT.resolve("docs").resolve(recipe.name() + ".md"))
            .filter(Files::exists)
            .toList();
    assertThat(pages).hasSizeGreaterThan(14);
    for (Path page : pages) {
      assertThat(Files.readString(page).lines().skip(2).limit(4).map(DocsTest::label))
          .as(page.toString())
          .containsExactly("Needs", "Assumes", "Guarantees", "Costs");
    }
  }

  private static String label(String line) {
    return line.replaceFirst("^- \\*\\*(\\w+):\\*\\* .*$", "$1");
  }

  @Test
  void pictureInTheReadmeIsOfTheRunInTheReadme(@TempDir Path folder) throws IOException {
    Matcher block = CONSOLE.matcher(Files.readString(ROOT.resolve("README.md")));
    assertThat(block.find()).isTrue();
    Path drawn = folder.resolve("drawn.svg");
    String[] words = words(block.group(1) + " --svg " + drawn);
    Main.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), words);
    assertThat(drawn).hasSameTextualContentAs(ROOT.resolve("docs/images/vring-n4.svg"));
  }

  @Test
  void pictureOfVersionsIsOfTheRunOnItsPage(@TempDir Path folder) throws IOException {
    Path drawn = folder.resolve("drawn.svg");
    String command = "sim scenarios/documents.trace --versions " + drawn;
    Main.run(
        new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), words(command));
    assertThat(drawn).hasSameTextualContentAs(ROOT.resolve("docs/images/documents-versions.svg"));
  }

  /** Pictures of runs, by the command that a page names beside them. */
  @TestFactory
  Stream<DynamicTest> picturesInTheDocsAreOfTheirCommands(@TempDir Path folder) {
    return Stream.of(
            "bully: sim scenarios/bully-highest.trace",
            "demo-bully: demo bully",
            "demo-clocks: demo clocks",
            "demo-impossible: demo impossible",
            "demo-phi: demo phi")
        .map(one -> one.split(": "))
        .map(one -> DynamicTest.dynamicTest(one[0], () -> compareDrawn(one[0], one[1], folder)));
  }

  private static void compareDrawn(String image, String command, Path folder) throws IOException {
    Path drawn = folder.resolve(image + ".svg");
    String[] words = words(command + " --svg " + drawn);
    Main.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), words);
    assertThat(drawn).hasSameTextualContentAs(ROOT.resolve("docs/images/" + image + ".svg"));
  }

  private static void follow(Path target, @Nullable String section) throws IOException {
    assertThat(target).exists();
    if (section != null && target.toString().endsWith(".md")) {
      assertThat(sections(target)).contains(section);
    }
  }

  /** The names by which links find the sections of a page. */
  private static List<String> sections(Path page) throws IOException {
    String text = FENCED.matcher(Files.readString(page)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static void compare(String command, String shown) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), words(command));
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    if (shown.endsWith(REST)) {
      assertThat(out.toString()).startsWith(shown.substring(0, shown.length() - REST.length()));
    } else {
      assertThat(out.toString()).isEqualTo(shown);
    }
  }

  private static String[] words(String command) {
    Matcher word = WORD.matcher(command);
    List<String> words = new ArrayList<>();
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.toArray(String[]::new);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static List<String> snippets() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String folder :
        List.of(
            "coterie-protocols/src/test/java",
            "coterie-store-rocksdb/src/test/java",
            "coterie-library/src/test/java",
            "coterie-examples/src",
            "coterie-examples/template",
            "coterie-examples/high-water")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    return sources;
  }

  private static String squeeze(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }
}
