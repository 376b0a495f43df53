package coterie.lab.flag;

import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words and flags of a command line, for programs that start campaigns without being the
 * command line. Each flag is taken once; what nobody has taken is refused at the end.
 */
public final class PlainFlags {
  private static final String SWITCHED_ON = "true";

  private final List<String> words = new ArrayList<>();
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  /** Reads {@code --name value}, {@code --name=value}, {@code --name} and {@code -n value}. */
  public PlainFlags(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String word = args.get(i);
      if (!isFlag(word)) {
        words.add(word);
        continue;
      }
      String[] parts = word.replaceFirst("^-n$", "--nodes").substring(2).split("=", 2);
      boolean hasNext = parts.length == 1 && i + 1 < args.size() && !isFlag(args.get(i + 1));
      String value = parts.length == 2 ? parts[1] : hasNext ? args.get(++i) : SWITCHED_ON;
      values.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(value);
    }
  }

  private static boolean isFlag(String word) {
    return word.startsWith("-") && !word.equals("-");
  }

  /**
   * Takes the next word that is not a flag.
   *
   * @param what says what it is, for a caller who has not given it
   */
  public String word(String what) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("give " + what);
    }
    return words.removeFirst();
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Takes all values of a flag, whose name is without its dashes. */
  public List<String> all(String name) {
    List<String> given = values.remove(name);
    return given == null ? List.of() : given;
  }

  /** Takes a flag; null if it is not given. */
  public @Nullable String take(String name) {
    List<String> given = all(name);
    return given.isEmpty() ? null : given.getLast();
  }

  /** Takes a flag that has a default. */
  public String take(String name, String otherwise) {
    String value = take(name);
    return value == null ? otherwise : value;
  }

  /** Takes the settings of a protocol, which may be added to any number of scenarios. */
  public Consumer<ScenarioReader> settings(Recipe recipe) {
    Map<String, String> statements = new LinkedHashMap<>();
    for (Setting setting : recipe.settings()) {
      String value = take(setting.name());
      if (value != null) {
        statements.put("--%s %s".formatted(setting.name(), value), setting.name() + " " + value);
      }
    }
    return reader -> statements.forEach((flag, what) -> reader.statement(flag, "set " + what));
  }

  /** Takes the flags that describe a run, and adds them to its scenario. */
  public void run(ScenarioReader reader) {
    Set<String> names = new HashSet<>(Set.of("nodes", "reorder", "notice"));
    RunFlag.all().forEach(flag -> names.add(flag.name()));
    Map<String, List<String>> given = new LinkedHashMap<>(values);
    given.keySet().retainAll(names);
    values.keySet().removeAll(names);
    RunStatements.read(given, reader);
  }

  /**
   * Takes the flags that a file lists: name, what it takes, how often, and its default.
   *
   * @param lines those of the file
   */
  public Given listed(List<String> lines) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    Map<String, List<String>> defaults = new LinkedHashMap<>();
    for (String line : lines) {
      String[] parts = line.split(" [|] ", 4);
      if (parts.length > 2) {
        boolean isGiven = has(parts[0]);
        List<String> said = isGiven ? all(parts[0]) : List.of(parts).subList(3, parts.length);
        String kind = parts[2];
        (isGiven ? given : defaults)
            .put("--" + parts[0], said.stream().flatMap(one -> parts(kind, one)).toList());
      }
    }
    return new Given(given, defaults);
  }

  private static Stream<String> parts(String kind, String value) {
    if (kind.endsWith(" or all") && value.equals(SWITCHED_ON)) {
      return Stream.of("all");
    }
    return kind.startsWith("list") ? Stream.of(value.split(",", -1)) : Stream.of(value);
  }

  /**
   * Ends the taking.
   *
   * @throws IllegalArgumentException if something is left
   */
  public void end() {
    Stream.concat(words.stream(), values.keySet().stream().map(name -> "--" + name))
        .findFirst()
        .ifPresent(PlainFlags::refuse);
  }

  private static void refuse(String word) {
    throw new IllegalArgumentException("\"%s\" is not understood here".formatted(word));
  }
}
