package coterie.lab.flag;

import coterie.sim.scenario.ScenarioReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The flags that describe a run, as statements of the scenario language, so that flags and files
 * mean and report the same.
 */
public final class RunStatements {
  private static final Pattern FAULT = Pattern.compile("(.+)@([^@+]+)(?:\\+(.+))?");

  private RunStatements() {}

  /**
   * Adds what was given to the scenario.
   *
   * @param given the values of flags, without their dashes, in the order of the statements
   */
  public static void read(Map<String, List<String>> given, ScenarioReader reader) {
    Map<String, String> kinds = new HashMap<>();
    RunFlag.all().forEach(flag -> kinds.put(flag.name(), flag.kind()));
    given.forEach(
        (name, values) ->
            values.forEach(value -> add(reader, kinds.getOrDefault(name, name), name, value)));
    for (String nodes : given.getOrDefault("nodes", List.of())) {
      reader.statement("-n " + nodes, "nodes " + nodes);
    }
  }

  private static void add(ScenarioReader reader, String kind, String name, String value) {
    String where = "--" + name + " " + value;
    switch (kind) {
      case RunFlag.STATEMENT -> reader.statement(where, name + " " + value);
      case RunFlag.FAULT -> reader.statement(where, fault(where, name, value));
      case RunFlag.NOTICE ->
          reader.statement(where, call(where, name, value)).prefer("detector", "none");
      case "reorder" -> {
        String[] parts = value.split(":", 2);
        String by = parts.length > 1 ? parts[1] : "0.1";
        reader.statement(where, "reorder %s by %s".formatted(parts[0], by));
      }
      default -> {
        // It says nothing about the scenario.
      }
    }
  }

  private static String call(String where, String name, String value) {
    Matcher matcher = match(where, name, value);
    if (matcher.group(3) != null) {
      throw new IllegalArgumentException("%s: takes WHO@TIME; a call has no end".formatted(where));
    }
    return "at %s call %s %s".formatted(matcher.group(2), matcher.group(1), name);
  }

  private static Matcher match(String where, String name, String value) {
    Matcher matcher = FAULT.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "%s: takes WHO@TIME, such as %s 1@31".formatted(where, "--" + name));
    }
    return matcher;
  }

  private static String fault(String where, String name, String value) {
    Matcher matcher = match(where, name, value);
    String who =
        matcher
            .group(1)
            .replaceAll("(?<!next)-(?!>)", " - ")
            .replace("->", " -> ")
            .replace(",", " ")
            .replace("|", " | ");
    String lasting = matcher.group(3) == null ? "" : " for " + matcher.group(3);
    return "at %s %s %s%s".formatted(matcher.group(2), name, who, lasting);
  }
}
