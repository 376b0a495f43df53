package coterie.lab.finding;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A test for the testkit that fails as long as a scenario breaks a promise. */
@SuppressWarnings("InlineFormatString") // A page of text is not read inside a method.
final class TestText {
  private static final int WIDTH = 100;

  private static final String SOURCE =
      """
      import static org.junit.jupiter.api.Assertions.assertEquals;

      import coterie.testkit.Rerun;
      import java.util.List;
      import org.junit.jupiter.api.Test;

      /**
      %s
       */
      class %s {
        private static final String SCENARIO =
            ""\"
      %s
            ""\";

        @Test
        void promisesAreKept() {
          assertEquals(List.of(), Rerun.violations(SCENARIO));
        }
      }
      """;

  private TestText() {}

  /** Returns the name of the class: {@code TokenRingFindingTest} for token-ring. */
  static String className(String protocol) {
    StringBuilder name = new StringBuilder();
    for (String word : protocol.split("[^\\p{Alnum}]+", -1)) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    boolean isName = !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0));
    return (isName ? name : "Protocol" + name) + "FindingTest";
  }

  static String of(String protocol, String sentence, List<String> scenario) {
    String lines =
        scenario.stream()
            .map(line -> "      " + line.replace("\\", "\\\\").replace("\"", "\\\""))
            .collect(Collectors.joining("\n"));
    String comment = "Fails as long as this happens to %s: %s.".formatted(protocol, sentence);
    return SOURCE.formatted(wrapped(comment), className(protocol), lines);
  }

  /** Breaks a comment into lines; what would end it, or be read as an escape, is taken apart. */
  private static String wrapped(String comment) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(" *");
    for (String word : comment.replace("*/", "* /").replace("\\", "/").split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH && line.length() > 2) {
        text.append(line).append('\n');
        line = new StringBuilder(" *");
      }
      line.append(' ').append(word);
    }
    return text.append(line).toString();
  }
}
