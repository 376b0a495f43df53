package coterie.broken;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What docs/broken-variants.md says of each variant. */
final class Documented {
  private static final Pattern NAME = Pattern.compile("^\\| `([a-z-]+)` \\|");
  private static final Pattern MESSAGES = Pattern.compile("([0-9]+) messages");

  private Documented() {}

  /** All variants that have a row. */
  static List<String> names() {
    return lines().stream()
        .map(NAME::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  /** How many messages the smallest run of each variant has, by name. */
  static Map<String, Integer> messages() {
    Map<String, Integer> messages = new TreeMap<>();
    for (String line : lines()) {
      Matcher name = NAME.matcher(line);
      Matcher count = MESSAGES.matcher(line);
      if (name.find() && count.find()) {
        messages.putIfAbsent(name.group(1), Integer.parseInt(count.group(1)));
      }
    }
    return messages;
  }

  private static List<String> lines() {
    Path here = Path.of("docs/broken-variants.md");
    Path page = Files.exists(here) ? here : Path.of("..").resolve(here);
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
