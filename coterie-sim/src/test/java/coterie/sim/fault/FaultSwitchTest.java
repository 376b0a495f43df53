package coterie.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No switch over faults has a default: a new fault does not compile until each of them says what it
 * means there. Otherwise a run could report a fault that was never injected.
 */
class FaultSwitchTest {
  private static final Path ROOT = root(Path.of("").toAbsolutePath());

  private static Path root(Path folder) {
    return Files.isDirectory(folder.resolve("scenarios")) ? folder : root(folder.getParent());
  }

  @Test
  void switchesOverFaultsHaveNoDefault() throws IOException {
    List<String> found = new ArrayList<>();
    int[] switches = new int[1];
    for (Path file : sources()) {
      for (String block : blocks(Files.readString(file))) {
        switches[0] += isOverFaults(block) ? 1 : 0;
        if (isOverFaults(block) && hasDefault(block)) {
          found.add(ROOT.relativize(file) + ": " + block.lines().findFirst().orElse(""));
        }
      }
    }
    assertThat(switches[0]).isGreaterThan(10);
    assertThat(found).isEmpty();
  }

  @Test
  void switchWithDefaultIsFound() {
    String broken =
        """
        switch (fault) {
          case Fault.Crash crash -> {
            switch (other) {
              case ONE -> {}
              default -> {}
            }
          }
          default -> {}
        }
        """;
    assertThat(blocks(broken)).hasSize(2);
    assertThat(blocks(broken).stream().filter(FaultSwitchTest::isOverFaults)).hasSize(1);
    assertThat(hasDefault(blocks(broken).getFirst())).isTrue();
    String whole = broken.replaceFirst("(?s)(.*)  default -> \\{\\}\n", "$1");
    assertThat(hasDefault(blocks(whole).getFirst())).isFalse();
  }

  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> all = Files.walk(main)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
    }
    return files;
  }

  /** Returns the text of each switch, from its word to its closing bracket. */
  private static List<String> blocks(String text) {
    List<String> blocks = new ArrayList<>();
    for (int at = text.indexOf("switch ("); at >= 0; at = text.indexOf("switch (", at + 1)) {
      int depth = 0;
      int end = text.indexOf('{', at);
      do {
        depth += text.charAt(end) == '{' ? 1 : text.charAt(end) == '}' ? -1 : 0;
        end++;
      } while (depth > 0 && end < text.length());
      blocks.add(text.substring(at, end));
    }
    return blocks;
  }

  /** Keeps what is not inside inner brackets. */
  private static String outer(String block) {
    StringBuilder outer = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < block.length(); i++) {
      char c = block.charAt(i);
      depth -= c == '}' ? 1 : 0;
      if (depth <= 1) {
        outer.append(c);
      }
      depth += c == '{' ? 1 : 0;
    }
    return outer.toString();
  }

  private static boolean isOverFaults(String block) {
    return outer(block).contains("case Fault.");
  }

  private static boolean hasDefault(String block) {
    return outer(block).contains("default ->");
  }
}
