package coterie.agent;

import coterie.net.Texts;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file, the environment and the flags say, in that order: later ones win. Every value knows
 * where it comes from, and every mistake is told with its place, all of them at once.
 */
public final class Settings {
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

  private final Map<Key, Value> values = new EnumMap<>(Key.class);
  private final List<String> problems = new ArrayList<>();
  private final List<String> unknownVariables = new ArrayList<>();

  /** Takes what nobody says otherwise. */
  public Settings() {
    for (Key key : Key.values()) {
      String preset = key.preset();
      if (preset != null) {
        values.put(key, new Value(preset, "the default"));
      }
    }
  }

  /** Lines of key = value; empty ones and those that begin with # say nothing. */
  public Settings file(Path file) {
    List<String> lines;
    try {
      lines = Texts.lines(file);
    } catch (NoSuchFileException e) {
      problems.add("cannot read %s: there is no such file".formatted(file));
      return this;
    } catch (CharacterCodingException e) {
      problems.add(file + " is no text in UTF-8");
      return this;
    } catch (IOException e) {
      problems.add("cannot read %s: %s".formatted(file, e.getMessage()));
      return this;
    }
    Map<Key, Integer> seen = new EnumMap<>(Key.class);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        line(file, i + 1, line, seen);
      }
    }
    return this;
  }

  private void line(Path file, int number, String line, Map<Key, Integer> seen) {
    String where = file + ":" + number;
    int equals = line.indexOf('=');
    if (equals < 0) {
      problems.add(where + ": a line is key = value, such as cluster = demo");
      return;
    }
    String name = line.substring(0, equals).strip();
    Key key = Key.named(name);
    if (key == null) {
      problems.add(
          "%s: there is no key \"%s\"; there is %s"
              .formatted(where, name, String.join(", ", Key.names())));
      return;
    }
    Integer earlier = seen.putIfAbsent(key, number);
    if (earlier != null) {
      problems.add("%s: %s is set on line %d already".formatted(where, name, earlier));
      return;
    }
    put(key, line.substring(equals + 1).strip(), where);
  }

  /** Variables that begin with COTERIE_; an empty one says nothing. */
  public Settings environment(Map<String, String> variables) {
    for (Key key : Key.values()) {
      String text = variables.get(key.variable());
      if (text != null && !text.isEmpty()) {
        put(key, text, key.variable());
      }
    }
    variables.keySet().stream()
        .filter(name -> name.startsWith("COTERIE_") && !OTHER_VARIABLES.contains(name))
        .filter(name -> List.of(Key.values()).stream().noneMatch(k -> k.variable().equals(name)))
        .sorted()
        .forEach(unknownVariables::add);
    return this;
  }

  public Settings flag(Key key, String text) {
    put(key, text, key.flag());
    return this;
  }

  private void put(Key key, String text, String where) {
    try {
      Values.check(key, text);
      values.put(key, new Value(text, where));
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s".formatted(where, e.getMessage()));
    }
  }

  @Nullable String text(Key key) {
    Value value = values.get(key);
    return value == null ? null : value.text();
  }

  String required(Key key) {
    String text = text(key);
    if (text == null) {
      throw new IllegalArgumentException(
          "%s is missing: %s, or %s in the environment, or %s = ... in a file (--config)"
              .formatted(key.text(), key.flag() + " " + key.label(), key.variable(), key.text()));
    }
    return text;
  }

  /** Where a value comes from, for what is found to be wrong only together with others. */
  String where(Key key) {
    Value value = values.get(key);
    return value == null ? key.text() : value.where();
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
    for (Key key : Key.values()) {
      keys = Math.max(keys, key.text().length());
      texts = Math.max(texts, shown(key).length());
    }
    List<String> lines = new ArrayList<>();
    for (Key key : Key.values()) {
      Value value = values.get(key);
      String where = value == null ? "" : value.where();
      lines.add(
          ("%-" + keys + "s = %-" + texts + "s  %s")
              .formatted(key.text(), shown(key), where)
              .stripTrailing());
    }
    return lines;
  }

  private String shown(Key key) {
    Value value = values.get(key);
    if (value == null) {
      return "";
    }
    return key.isSecret() ? "(not shown)" : value.text();
  }
}
