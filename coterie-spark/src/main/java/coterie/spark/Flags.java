package coterie.spark;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words of the command line: a kind of campaign, a protocol or a scenario file, and flags with
 * a value each. A flag that is not of the campaign is a statement of a scenario: {@code --nodes 5}
 * means {@code nodes 5}.
 */
final class Flags {
  private final List<String> words = new ArrayList<>();
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  Flags(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String word = args.get(i);
      if (!word.startsWith("-")) {
        words.add(word);
      } else if (i + 1 < args.size()) {
        String name = word.equals("-n") ? "nodes" : word.replaceFirst("^--", "");
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(args.get(++i));
      } else {
        throw new IllegalArgumentException("%s takes a value".formatted(word));
      }
    }
  }

  /** Returns a word of the command line by its place. */
  String word(int place, String what) {
    if (place >= words.size()) {
      throw new IllegalArgumentException("give " + what);
    }
    return words.get(place);
  }

  /** Takes a flag of the campaign away. */
  @Nullable String take(String name) {
    List<String> given = values.remove(name);
    return given == null ? null : given.getLast();
  }

  String take(String name, String otherwise) {
    String value = take(name);
    return value == null ? otherwise : value;
  }

  /** Makes the scenario of what is left. */
  Scenario scenario(Recipes recipes, String until) throws IOException {
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "until " + until);
    String subject = word(1, "a protocol or a scenario file");
    if (recipes.has(subject)) {
      reader.statement("", "protocol " + subject);
    } else {
      reader.text(subject, Files.readAllLines(Path.of(subject)));
    }
    statements(reader);
    return reader.scenario();
  }

  /** Reads all that is left as statements. */
  void statements(ScenarioReader reader) {
    values.forEach(
        (name, all) ->
            all.forEach(
                value ->
                    reader.statement(
                        "--%s %s".formatted(name, value),
                        "%s %s".formatted(name, value.replace('=', ' ')))));
  }
}
