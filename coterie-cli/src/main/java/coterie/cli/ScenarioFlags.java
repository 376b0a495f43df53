package coterie.cli;

import coterie.core.DetectorRecipe;
import coterie.core.ElectionRecipe;
import coterie.core.MutexRecipe;
import coterie.core.Recipe;
import coterie.core.Setting;
import coterie.sim.scenario.ScenarioReader;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
final class ScenarioFlags {
  private static final Pattern FAULT = Pattern.compile("(.+)@([^@+]+)(?:\\+(.+))?");

  /** The flag, and the method that it calls. */
  private static final String NOTICE = "notice";

  private static final String LATENCY = "latency";
  private static final String CRASH = "crash";

  /** Flags that are a statement of the same name: what they take and what they mean. */
  private static final Map<String, List<String>> STATEMENTS =
      Map.ofEntries(
          Map.entry("ids-from", List.of("N", "number of the first process (default: 0)")),
          Map.entry("until", List.of("TIME", "when the run ends, inclusive (default: 300)")),
          Map.entry("seed", List.of("S", "all chance comes from it (default: 1)")),
          Map.entry(
              "ties",
              List.of(
                  "ORDER",
                  "order of events of one instant: scheduled, faults-last or shuffled (default:"
                      + " scheduled)")),
          Map.entry(
              LATENCY,
              List.of(
                  "MODEL",
                  "instant, a duration, uniform:LOW,HIGH, normal:MEAN,DEVIATION,"
                      + " lognormal:MEDIAN,SIGMA, exponential:MEAN, replay:D1,D2,... or"
                      + " replay:FILE")),
          Map.entry(
              "loss", List.of("P", "probability that a message is lost: 0.05 or 5%% (default: 0)")),
          Map.entry(
              "duplicate", List.of("P", "probability that a message arrives twice (default: 0)")),
          Map.entry(
              "unreachable",
              List.of(
                  "on|off",
                  "whether senders are told that a node is down (default: on if messages take no"
                      + " time, else off)")),
          Map.entry("sync", List.of("TIME", "how long stable storage takes (default: 0)")),
          Map.entry(
              "at",
              List.of(
                  "'TIME EVENT'",
                  "any fault or call: --at '40 cut 0 -> 1', --at '50 clock 2 offset +500ms', --at"
                      + " '2 call P1 acquire'")),
          Map.entry(
              "every",
              List.of(
                  "'TIME FAULT'",
                  "random faults with that mean time between them: '60 crash for 10'")));

  /** Flags that are a fault of the same name at a time. */
  private static final Map<String, String> FAULTS =
      Map.of(
          CRASH,
          "a node loses all but what it saved: 1@31, or 1@31+60 to recover after 60",
          "recover",
          "a node starts again: 1@91",
          "pause",
          "a node is paused: 1@31, or 1@31+5 to resume after 5",
          "resume",
          "a paused node goes on: 1@36",
          "cut",
          "a link fails: 0-1@40 both ways, '0->1@40' one way",
          "heal",
          "a link works again: 0-1@50, or all@50",
          "partition",
          "groups lose each other: '0,1|2,3@40+20'",
          "send-only",
          "nothing reaches the node any more: 2@40",
          "receive-only",
          "nothing from the node gets through any more: 2@40");

  private ScenarioFlags() {}

  /**
   * Declares the flags of a run.
   *
   * @param recipe what is run; null if a file says it
   * @param isOnSockets whether real messages and real disks take their own time
   */
  static void declare(CommandSpec spec, @Nullable Recipe recipe, boolean isOnSockets) {
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
    new TreeMap<>(STATEMENTS)
        .forEach(
            (name, words) ->
                spec.addOption(
                    repeated(
                        name,
                        words.getFirst(),
                        words.getLast() + more(name, recipe, isOnSockets))));
    new TreeMap<>(FAULTS)
        .forEach(
            (name, help) ->
                spec.addOption(repeated(name, "WHO@TIME", help + more(name, recipe, isOnSockets))));
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
    return sections
        .with("The run", List.of("--nodes", "--until", "--seed", "--ids-from", "--ties", "--pace"))
        .with(
            "The network and the disk",
            List.of("--latency", "--loss", "--duplicate", "--reorder", "--unreachable", "--sync"))
        .with(
            "Faults and calls",
            List.of(
                "--crash",
                "--recover",
                "--pause",
                "--resume",
                "--cut",
                "--heal",
                "--partition",
                "--send-only",
                "--receive-only",
                "--notice",
                "--at",
                "--every"))
        .with(
            "Lines of the run",
            List.of(
                "--trace",
                "--show",
                "--show-process",
                "--show-message",
                "--show-from",
                "--show-to"))
        .with(
            "Results",
            List.of(
                "--timeline",
                "--entries",
                "--judge",
                "--settled",
                "--json",
                "--jsonl",
                "--svg",
                "--steps",
                "--shiviz",
                "--record"));
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
  static void declareSeed(CommandSpec spec) {
    spec.addOption(
        repeated("seed", "VALUE", "all chance comes from it (default: that of the scenario)"));
  }

  /**
   * Declares the settings of a recipe. A setting that has the name of a flag cannot be given, so
   * then none is declared, and what is wrong is returned.
   */
  static @Nullable String declare(CommandSpec spec, Recipe recipe, CommandSpec flags) {
    return declare(spec, recipe.name(), recipe.settings(), flags);
  }

  /** The same for settings that have other fallbacks than the recipe's. */
  static @Nullable String declare(
      CommandSpec spec, String recipe, List<Setting> settings, CommandSpec flags) {
    CommandSpec common = CommandSpec.create();
    CommonFlags.declare(common);
    Set<String> names = new HashSet<>(flags.optionsMap().keySet());
    names.addAll(common.optionsMap().keySet());
    for (Setting setting : settings) {
      if (!names.add("--" + setting.name())) {
        return "the recipe %s has a setting \"%s\", and --%s is a flag already; rename the setting"
            .formatted(recipe, setting.name(), setting.name());
      }
    }
    settings.forEach(setting -> declare(spec, setting));
    return null;
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
  static void read(ParseResult given, ScenarioReader reader) {
    for (OptionSpec option : new LinkedHashSet<>(given.matchedOptions())) {
      String name = option.longestName().replaceFirst("^--", "");
      for (String value : option.originalStringValues()) {
        String where = "--" + name + " " + value;
        if (STATEMENTS.containsKey(name)) {
          reader.statement(where, name + " " + value);
        } else if (FAULTS.containsKey(name)) {
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

  static void readSettings(ParseResult given, Iterable<Setting> settings, ScenarioReader reader) {
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
