package coterie.cli.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages have one sentence a line. {@code -Dcoterie.prose=write} puts that right. */
class MarkdownTest {
  static final Path ROOT = Path.of("").toAbsolutePath();

  @Test
  void pagesHaveOneSentenceALine() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      String reflowed = Markdown.reflow(text);
      if ("write".equals(System.getProperty("coterie.prose"))) {
        Files.writeString(page, reflowed);
      } else if (!reflowed.equals(text)) {
        wrong.add(ROOT.relativize(page) + ":" + firstDifference(text, reflowed));
      }
    }
    assertThat(wrong).as("run this test with -Dcoterie.prose=write").isEmpty();
  }

  private static int firstDifference(String text, String reflowed) {
    String[] lines = text.split("\n", -1);
    String[] others = reflowed.split("\n", -1);
    int line = 0;
    while (line < lines.length && line < others.length && lines[line].equals(others[line])) {
      line++;
    }
    return line + 1;
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  @Test
  void sentenceThatIsBrokenOrSharesALineIsFound() {
    assertThat(Markdown.reflow("One. Two\nis longer.\n")).isEqualTo("One.\nTwo is longer.\n");
    assertThat(Markdown.reflow("- One. Two\n  is longer.\n- Three.\n"))
        .isEqualTo("- One.\n  Two is longer.\n- Three.\n");
    assertThat(Markdown.reflow("**A claim that is long.** Then why.\n"))
        .isEqualTo("**A claim that is long.**\nThen why.\n");
  }

  @Test
  void codeTablesLabelsAndAbbreviationsStay() {
    for (String text :
        List.of(
            "```sh\nOne. Two.\n```\n",
            "| One. Two. |\n|---|\n",
            "    One. Two.\n",
            "- **Needs:** One. Two.\n",
            "- **Style.** One.\n",
            "By N. Hayashibara et al. Springer, 2004.\n",
            "It waits (for one. For two) and `ends. Here`.\n",
            "Version 0.1 of it.\n")) {
      assertThat(Markdown.reflow(text)).isEqualTo(text);
    }
  }
}
