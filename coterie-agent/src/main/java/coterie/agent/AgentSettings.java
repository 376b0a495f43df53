package coterie.agent;

import coterie.Option;
import coterie.net.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file, the environment and the flags say, in that order: later ones win. Every value knows
 * where it comes from, and every mistake is told with its place, all of them at once.
 */
public final class AgentSettings {
  /** Variables that mean something to other parts of Coterie. */
  private static final List<String> OTHER_VARIABLES =
      List.of(
          "COTERIE_JAVA",
          "COTERIE_OPTS",
          "COTERIE_CONFIG",
          "COTERIE_LOCK",
          "COTERIE_LEADER",
          "COTERIE_LOCK_TOKEN",
          "COTERIE_LEADER_TOKEN");

  private record Value(String text, String where) {}

  private final Map<Option<?>, Value> values = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> unknownVariables = new ArrayList<>();

  /** Takes what nobody says otherwise. */
  public AgentSettings() {
    for (Option<?> option : AgentOptions.all()) {
      String preset = option.preset();
      if (preset != null) {
        values.put(option, new Value(preset, "the default"));
      }
    }
  }

  /** Lines of key = value; empty ones and those that begin with # say nothing. */
  public AgentSettings file(Path file) {
    List<String> lines;
    try {
      lines = TextFile.lines(file);
    } catch (NoSuchFileException e) {
      problems.add("cannot read %s: there is no such file".formatted(file));
      return this;
    } catch (CharacterCodingException e) {
      problems.add(file + " is not text in UTF-8");
      return this;
    } catch (IOException e) {
      problems.add("cannot read %s: %s".formatted(file, e.getMessage()));
      return this;
    }
    Map<Option<?>, Integer> seen = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        line(file, i + 1, line, seen);
      }
    }
    return this;
  }

  private void line(Path file, int number, String line, Map<Option<?>, Integer> seen) {
    String where = file + ":" + number;
    int equals = line.indexOf('=');
    if (equals < 0) {
      problems.add(where + ": a line is key = value, such as cluster = demo");
      return;
    }
    String name = line.substring(0, equals).strip();
    Option<?> option = AgentOptions.named(name);
    if (option == null) {
      problems.add(
          "%s: there is no key \"%s\"; there is %s"
              .formatted(where, name, String.join(", ", keys())));
      return;
    }
    Integer earlier = seen.putIfAbsent(option, number);
    if (earlier != null) {
      problems.add("%s: %s is set on line %d already".formatted(where, name, earlier));
      return;
    }
    put(option, line.substring(equals + 1).strip(), where);
  }

  private static List<String> keys() {
    return AgentOptions.all().stream().<String>map(Option::key).toList();
  }

  /** Variables that begin with COTERIE_; an empty one says nothing. */
  public AgentSettings environment(Map<String, String> variables) {
    for (Option<?> option : AgentOptions.all()) {
      String text = variables.get(option.variable());
      if (text != null && !text.isEmpty()) {
        put(option, text, option.variable());
      }
    }
    variables.keySet().stream()
        .filter(name -> name.startsWith("COTERIE_") && !OTHER_VARIABLES.contains(name))
        .filter(name -> AgentOptions.all().stream().noneMatch(o -> o.variable().equals(name)))
        .sorted()
        .forEach(unknownVariables::add);
    return this;
  }

  public AgentSettings flag(Option<?> option, String text) {
    put(option, text, option.flag());
    return this;
  }

  private void put(Option<?> option, String text, String where) {
    try {
      option.read(text);
      values.put(option, new Value(text, where));
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s".formatted(where, e.getMessage()));
    }
  }

  @Nullable String text(Option<?> option) {
    Value value = values.get(option);
    return value == null ? null : value.text();
  }

  <T> @Nullable T value(Option<T> option) {
    String text = text(option);
    return text == null ? null : option.read(text);
  }

  String required(Option<?> option) {
    String text = text(option);
    if (text == null) {
      throw new IllegalArgumentException(
          "%s is missing: %s, or %s in the environment, or %s = ... in a file (--config)"
              .formatted(
                  option.key(),
                  option.flag() + " " + option.label(),
                  option.variable(),
                  option.key()));
    }
    return text;
  }

  /** Where a value comes from, for what is found to be wrong only together with others. */
  String where(Option<?> option) {
    Value value = values.get(option);
    return value == null ? option.key() : value.where();
  }

  /** What is wrong, each in one sentence with its place; none if the agent can start with it. */
  public List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    if (all.isEmpty()) {
      try {
        AgentConfig.of(this);
      } catch (IllegalArgumentException e) {
        all.add(String.valueOf(e.getMessage()));
      }
    }
    return all;
  }

  /** Variables that look as if they were meant for the agent, and mean nothing. */
  public List<String> unknownVariables() {
    return List.copyOf(unknownVariables);
  }

  /** What the agent starts with. */
  public AgentConfig config() {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.getFirst());
    }
    return AgentConfig.of(this);
  }

  /** Every key, its value, and where that comes from, as a table. */
  public List<String> lines() {
    int keys = 0;
    int texts = 0;
    for (Option<?> option : AgentOptions.all()) {
      keys = Math.max(keys, option.key().length());
      texts = Math.max(texts, shown(option).length());
    }
    List<String> lines = new ArrayList<>();
    for (Option<?> option : AgentOptions.all()) {
      Value value = values.get(option);
      String where = value == null ? "" : value.where();
      lines.add(
          ("%-" + keys + "s = %-" + texts + "s  %s")
              .formatted(option.key(), shown(option), where)
              .stripTrailing());
    }
    return lines;
  }

  private String shown(Option<?> option) {
    Value value = values.get(option);
    if (value == null) {
      return "";
    }
    return option.isSecret() ? "(not shown)" : value.text();
  }
}
