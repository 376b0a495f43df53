package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the agent lists the options that there are. */
class AgentOptionsTest {
  private static final Pattern WORD = Pattern.compile("`([^`]*)`");

  @Test
  void thePageHasEveryOptionWithItsDefault() throws IOException {
    List<String> page = Files.readAllLines(Path.of("../docs/agent.md"));
    assertThat(differences(page)).isEmpty();
    List<String> without =
        page.stream().filter(line -> !line.startsWith("| `join-timeout`")).toList();
    assertThat(differences(without)).containsExactly("no row for join-timeout");
    List<String> other =
        page.stream()
            .map(line -> line.replace("| `bind` | `0.0.0.0:7946`", "| `bind` | "))
            .toList();
    assertThat(differences(other)).containsExactly("bind has the default 0.0.0.0:7946, not none");
  }

  @Test
  void namesDeriveFromTheKey() {
    assertThat(Option.JOIN_TIMEOUT.variable()).isEqualTo("COTERIE_JOIN_TIMEOUT");
    assertThat(Option.JOIN_TIMEOUT.flag()).isEqualTo("--join-timeout");
    assertThat(Option.JOIN_TIMEOUT.help()).endsWith("(default: 10s)");
    assertThat(AgentOptions.all()).extracting(Option::key).doesNotHaveDuplicates();
  }

  private static List<String> differences(List<String> page) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> missing = new TreeSet<>();
    AgentOptions.all().forEach(option -> missing.add(option.key()));
    boolean isInTable = false;
    for (String line : page) {
      if (line.startsWith("| key | default |")) {
        isInTable = true;
      } else if (line.isBlank()) {
        isInTable = false;
      } else if (isInTable && line.startsWith("| `")) {
        compare(line, missing, differences);
      }
    }
    missing.forEach(key -> differences.add("no row for " + key));
    return differences;
  }

  /** A row may have several keys; its default is the one of the first. */
  private static void compare(String line, TreeSet<String> missing, List<String> differences) {
    String[] cells = line.split("\\|", -1);
    List<String> keys = words(cells[1]);
    for (String key : keys) {
      if (!missing.remove(key)) {
        differences.add("no option " + key);
      }
    }
    Option<?> first = AgentOptions.named(keys.getFirst());
    String preset = first == null || first.preset() == null ? "none" : first.preset();
    String said = words(cells[2]).isEmpty() ? "none" : words(cells[2]).getFirst();
    if (first != null && !said.equals(preset)) {
      differences.add("%s has the default %s, not %s".formatted(first.key(), preset, said));
    }
  }

  private static List<String> words(String cell) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(cell); word.find(); ) {
      words.add(word.group(1));
    }
    return words;
  }
}
