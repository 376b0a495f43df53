package coterie.cli.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages, help, comments and strings of main code are plain English, as far as a list can tell. */
class EnglishTest {
  private static final List<String> TEXTS =
      List.of(".properties", ".txt", ".lesson", ".yaml", ".sections");

  @Test
  void pagesAndMainCodeArePlainEnglish() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : MarkdownTest.pages()) {
      found.addAll(WordList.inText(name(page), Files.readString(page)));
    }
    for (Path file : mainFiles()) {
      if (file.toString().endsWith(".java")) {
        found.addAll(WordList.inJava(name(file), Files.readString(file)));
      } else if (TEXTS.stream().anyMatch(file.toString()::endsWith)) {
        found.addAll(WordList.inText(name(file), Files.readString(file)));
      }
    }
    assertThat(found).isEmpty();
  }

  private static String name(Path file) {
    return MarkdownTest.ROOT.relativize(file).toString();
  }

  private static List<Path> mainFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(MarkdownTest.ROOT)) {
      for (Path main : modules.map(module -> module.resolve("src/main")).toList()) {
        if (Files.isDirectory(main)) {
          try (Stream<Path> below = Files.walk(main)) {
            below.filter(Files::isRegularFile).sorted().forEach(files::add);
          }
        }
      }
    }
    assertThat(files).hasSizeGreaterThan(500);
    return files;
  }

  @Test
  void brokenEnglishIsFoundWithItsLineAndAdvice() {
    assertThat(
            WordList.inJava(
                "A.java",
                """
                class A {
                  /** Starts. Who comes late
                   * waits for so many seconds. */
                  String help = "how many; 4 unless"
                      + " said";
                  // The file
                  // is none.
                }
                """))
        .containsExactly(
            "A.java:2: \"Who comes late waits for so many seconds.\": "
                + "name the subject: a member, a process, the caller",
            "A.java:3: \"so many\": the number, or: that many",
            "A.java:4: \"unless said\": (default: 4)",
            "A.java:7: \"is none\": is not one, does not have one");
    assertThat(WordList.inText("a.md", "It\nis no member.\n"))
        .containsExactly("a.md:2: \"is no\": is not a ...");
  }

  @Test
  void everyPhraseIsFound() {
    for (String broken :
        List.of(
            "Who wants more takes it.",
            "4 unless said",
            "the file is none",
            "it is no member",
            "after so many tries",
            "a file is wanted",
            "it tests that one.",
            "a clock that stands still",
            "on the average",
            "waits for ever",
            "is held for down",
            "how late it was of late",
            "all in all 4",
            "near it is swim",
            "oneself included",
            "News are urgent",
            "from the begin of a life",
            "the how-manieth of its type")) {
      assertThat(WordList.inText("a.md", broken)).as(broken).hasSize(1);
    }
  }

  @Test
  void plainEnglishIsNotFound() {
    for (String plain :
        List.of(
            "Who is up?",
            "Say who leads.",
            "There is no member, and there is none.",
            "It is no longer suspected, and no wider than a column.",
            "So many that it fills the disk.",
            "Each expects that one process leads.")) {
      assertThat(WordList.inText("a.md", plain)).as(plain).isEmpty();
    }
    assertThat(WordList.inText("a.md", "```\n4 unless said\n```\n")).isEmpty();
    assertThat(WordList.inJava("A.java", "int soMany = unless + said;")).isEmpty();
  }
}
