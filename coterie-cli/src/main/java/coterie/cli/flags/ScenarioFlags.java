package coterie.cli.flags;

import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.ScenarioReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The flags that describe a run. Each is turned into a statement of the scenario language, so flags
 * and files mean and report the same.
 */
public final class ScenarioFlags {
  private static final Pattern FAULT = Pattern.compile("(.+)@([^@+]+)(?:\\+(.+))?");

  /** The flag, and the method that it calls. */
  private static final String NOTICE = "notice";

  private static final String LATENCY = "latency";
  private static final String CRASH = "crash";

  private static final String STATEMENT = "statement";
  private static final String FAULT_FLAG = "fault";

  /**
   * A flag that is a statement of the scenario language, or a fault at a time, of the same name.
   *
   * @param label what it takes
   */
  private record Flag(String kind, String name, String label, String help) {
    static List<Flag> all() {
      return HelpTexts.lines("scenario.flags").stream()
          .map(line -> line.split(" [|] ", 4))
          .map(words -> new Flag(words[0], words[1], words[2], words[3]))
          .toList();
    }
  }

  private ScenarioFlags() {}

  /**
   * Declares the flags of a run.
   *
   * @param recipe what is run; null if a file says it
   * @param isOnSockets whether real messages and real disks take their own time
   */
  public static void declare(CommandSpec spec, @Nullable Recipe recipe, boolean isOnSockets) {
    spec.addOption(
        OptionSpec.builder("-n", "--nodes")
            .type(String.class)
            .paramLabel("N")
            .description("number of processes (default: 4)")
            .build());
    spec.addOption(
        option(
            "reorder",
            "P[:BY]",
            "probability that a message is held back, by up to BY (default: 0, and 0.1 for BY)"));
    spec.addOption(
        repeated(
            NOTICE,
            "WHO@TIME",
            "a process notices, by script, that something is wrong: 1@2.5; no detector runs then"
                + " unless --detector names one"));
    for (Flag flag : Flag.all()) {
      String help = flag.help + more(flag.name, recipe, isOnSockets);
      spec.addOption(repeated(flag.name, flag.label, help));
    }
    HelpSections.complete(
        spec,
        Map.of(
            "--ties", List.of("scheduled", "faults-last", "shuffled"),
            "--unreachable", List.of("on", "off")));
    Set<String> hidden = new HashSet<>(isOnSockets ? Set.of("--ties", "--sync") : Set.of());
    if (recipe != null) {
      hidden.addAll(recipe instanceof DetectorRecipe ? Set.of() : Set.of("--judge", "--settled"));
      hidden.addAll(recipe instanceof MutexRecipe ? Set.of() : Set.of("--entries"));
      hidden.addAll(canNotice(recipe) ? Set.of() : Set.of("--" + NOTICE));
    }
    HelpSections.hide(spec, hidden);
    sections(recipe).install(spec);
  }

  private static HelpSections sections(@Nullable Recipe recipe) {
    HelpSections sections = new HelpSections();
    if (recipe != null) {
      sections.with(
          "Settings of " + recipe.name(),
          recipe.settings().stream().map(setting -> "--" + setting.name()).toList());
    }
    for (String line : HelpTexts.lines("scenario.sections")) {
      String[] section = line.split(": ", 2);
      sections.with(section[0], List.of(section[1].split(" ", -1)));
    }
    return sections;
  }

  /** What a flag means for that protocol. */
  private static String more(String name, @Nullable Recipe recipe, boolean isOnSockets) {
    if (name.equals(LATENCY) && isOnSockets) {
      return ", added to that of the sockets (default: nothing)";
    }
    if (name.equals(LATENCY)) {
      return recipe == null
          ? " (default: that of the protocol)"
          : " (default: %s)".formatted(recipe.latency());
    }
    return name.equals(CRASH) ? roles(recipe) : "";
  }

  private static String roles(@Nullable Recipe recipe) {
    return switch (recipe) {
      case ElectionRecipe election ->
          "; WHO may be leader or follower at that time, or next-leader, which waits until a"
              + " process leads; other faults take roles as well";
      case MutexRecipe mutex when mutex.hasLeader() ->
          "; WHO may be holder, leader or follower at that time, or next-holder or next-leader,"
              + " which wait until a process has the role; other faults take roles as well";
      case MutexRecipe mutex ->
          "; WHO may be holder, the process inside at that time, or next-holder, which waits until"
              + " a process enters; other faults take roles as well";
      case null -> "; WHO may be a role: leader, follower, holder, or next-leader, next-holder";
      default -> "";
    };
  }

  /** An election whose detector can be left out is told by script that something is wrong. */
  private static boolean canNotice(Recipe recipe) {
    return recipe instanceof ElectionRecipe
        && recipe.settings().stream()
            .anyMatch(
                setting -> setting.name().equals("detector") && setting.words().contains("none"));
  }

  /** Where a script says all else, only chance can be another one. */
  public static void declareSeed(CommandSpec spec) {
    spec.addOption(
        repeated(
            "seed", "VALUE", "the seed of all random numbers (default: that of the scenario)"));
  }

  /**
   * Declares the settings of a recipe, and the flags that every command has.
   *
   * @param settings those of the recipe, maybe with other fallbacks
   * @param flags the flags of the command above
   * @throws IllegalArgumentException where a setting has the name of a flag
   */
  public static void declare(
      CommandSpec spec, Recipe recipe, List<Setting> settings, CommandSpec flags) {
    CommonFlags.declare(spec);
    Set<String> names = new HashSet<>(flags.optionsMap().keySet());
    names.addAll(spec.optionsMap().keySet());
    for (Setting setting : settings) {
      if (!names.add("--" + setting.name())) {
        throw new IllegalArgumentException(
            "the recipe %s has a setting \"%s\", and --%s is a flag already; rename the setting"
                .formatted(recipe.name(), setting.name(), setting.name()));
      }
      declare(spec, setting);
    }
  }

  private static void declare(CommandSpec spec, Setting setting) {
    boolean isFlag = setting.kind() == Setting.Kind.FLAG;
    OptionSpec.Builder option =
        OptionSpec.builder("--" + setting.name())
            .description("%s%s".formatted(setting.help(), fallback(setting)).replace("%", "%%"));
    List<String> values = isFlag ? List.of("true", "false") : setting.words();
    if (!values.isEmpty()) {
      option.completionCandidates(values);
    }
    spec.addOption(
        isFlag
            ? option
                .type(String.class)
                .arity("0..1")
                .paramLabel("true|false")
                .fallbackValue("true")
                .build()
            : option.type(String.class).paramLabel(label(setting)).build());
  }

  private static String label(Setting setting) {
    return switch (setting.kind()) {
      case DURATION -> "TIME";
      case COUNT -> "N";
      case COUNT_OR_ALL -> "N|all";
      case COUNT_OR_NAMES -> "N|NAMES";
      case DECIMAL -> "X";
      case FLAG -> "true|false";
      case WORD -> "WORD";
    };
  }

  /** Adds what was given on the command line to the scenario. */
  public static void read(ParseResult given, ScenarioReader reader) {
    Map<String, String> kinds = new HashMap<>();
    Flag.all().forEach(flag -> kinds.put(flag.name, flag.kind));
    for (OptionSpec option : new LinkedHashSet<>(given.matchedOptions())) {
      String name = option.longestName().replaceFirst("^--", "");
      for (String value : option.originalStringValues()) {
        String where = "--" + name + " " + value;
        if (STATEMENT.equals(kinds.get(name))) {
          reader.statement(where, name + " " + value);
        } else if (FAULT_FLAG.equals(kinds.get(name))) {
          reader.statement(where, fault(where, name, value));
        } else if (name.equals(NOTICE)) {
          reader.statement(where, call(where, name, value)).prefer("detector", "none");
        } else if (name.equals("reorder")) {
          String[] parts = value.split(":", 2);
          reader.statement(
              where, "reorder %s by %s".formatted(parts[0], parts.length > 1 ? parts[1] : "0.1"));
        }
      }
    }
    String nodes = given.matchedOptionValue("--nodes", "");
    if (!nodes.isEmpty()) {
      reader.statement("-n " + nodes, "nodes " + nodes);
    }
  }

  public static void readSettings(
      ParseResult given, Iterable<Setting> settings, ScenarioReader reader) {
    for (Setting setting : settings) {
      String value = given.matchedOptionValue("--" + setting.name(), "");
      if (!value.isEmpty()) {
        String where = "--" + setting.name() + " " + value;
        reader.statement(where, "set " + setting.name() + " " + value);
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

  private static OptionSpec option(String name, String label, String help) {
    return OptionSpec.builder("--" + name)
        .type(String.class)
        .paramLabel(label)
        .description(help)
        .build();
  }

  private static OptionSpec repeated(String name, String label, String help) {
    return OptionSpec.builder("--" + name)
        .type(String[].class)
        .auxiliaryTypes(String.class)
        .paramLabel(label)
        .description(help)
        .build();
  }

  private static String fallback(Setting setting) {
    return switch (setting.kind()) {
      case FLAG -> " (default: false)";
      case WORD ->
          ": %s (default: %s)".formatted(String.join(", ", setting.words()), setting.fallback());
      default -> " (default: %s)".formatted(setting.fallback());
    };
  }
}
