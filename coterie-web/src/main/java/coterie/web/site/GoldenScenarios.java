package coterie.web.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The trace tests of the project, without their traces. */
final class GoldenScenarios {
  private static final String END = ".trace";

  private GoldenScenarios() {}

  /** Returns name, title and text of each; the title is the sentence that it begins with. */
  static List<Object> of(Path folder) throws IOException {
    List<Object> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith(END)).sorted().toList()) {
        all.add(entry(file.getFileName().toString(), Files.readAllLines(file)));
      }
    }
    return all;
  }

  private static Map<String, String> entry(String file, List<String> lines) {
    int rule = lines.indexOf("---");
    List<String> scenario = rule < 0 ? lines : lines.subList(0, rule);
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("name", file.substring(0, file.length() - END.length()));
    entry.put("title", scenario.getFirst().replaceFirst("^# *", ""));
    entry.put("text", String.join("\n", scenario) + "\n");
    return entry;
  }
}
