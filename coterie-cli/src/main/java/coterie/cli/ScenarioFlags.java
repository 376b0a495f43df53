package coterie.cli;

import coterie.core.Recipe;
import coterie.core.Setting;
import coterie.sim.scenario.ScenarioReader;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
final class ScenarioFlags {
  private static final Pattern FAULT = Pattern.compile("(.+)@([^@+]+)(?:\\+(.+))?");

  /** The flag, and the method that it calls. */
  private static final String NOTICE = "notice";

  /** Flags that are a statement of the same name. */
  private static final Map<String, String> STATEMENTS =
      Map.ofEntries(
          Map.entry("ids-from", "the number of the first process; 0 unless said"),
          Map.entry("until", "when the run ends, inclusive; 300 unless said"),
          Map.entry("seed", "all chance comes from it; 1 unless said"),
          Map.entry("ties", "events of one instant: scheduled, faults-last or shuffled"),
          Map.entry(
              "latency",
              "instant, a duration, uniform:LOW,HIGH, normal:MEAN,DEVIATION,"
                  + " lognormal:MEDIAN,SIGMA, exponential:MEAN, replay:D1,D2,... or replay:FILE;"
                  + " unless said, what the protocol asks for, which is instant for most"
                  + " detectors"),
          Map.entry("loss", "probability that a message is lost"),
          Map.entry("duplicate", "probability that a message arrives twice"),
          Map.entry("unreachable", "on or off: whether a node that is down is reported as such"),
          Map.entry("sync", "how long stable storage takes"),
          Map.entry(
              "at",
              "any fault or call: --at '40 cut 0 -> 1', --at '50 clock 2 offset +500ms', --at '2"
                  + " call P1 acquire'"),
          Map.entry("every", "random faults: --every '60 crash for 10'"));

  /** Flags that are a fault of the same name at a time. */
  private static final Map<String, String> FAULTS =
      Map.of(
          "crash",
              "a node loses all but what it saved: 1@31, or 1@31+60 to recover after 60; in an"
                  + " election WHO may be leader or follower, in a mutual exclusion holder, as of"
                  + " that instant",
          "recover", "a node starts again",
          "pause", "a node stands still: 1@31, or 1@31+5 to resume after 5",
          "resume", "a paused node goes on",
          "cut", "a link fails: 0-1@40 both ways, '0->1@40' one way",
          "heal", "a link works again: 0-1@50, or all@50",
          "partition", "groups lose each other: '0,1|2,3@40+20'",
          "send-only", "nothing reaches the node any more: 2@40",
          "receive-only", "nothing from the node gets through any more: 2@40");

  private ScenarioFlags() {}

  static void declare(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-n", "--nodes")
            .type(String.class)
            .paramLabel("N")
            .description("how many processes; 4 unless said")
            .build());
    spec.addOption(
        option("reorder", "P[:BY]", "probability that a message is held back, by up to BY (0.1)"));
    spec.addOption(
        repeated(
            NOTICE,
            "WHO@TIME",
            "a process of an election notices, by script, that something is wrong; no detector"
                + " runs then unless --detector says so"));
    STATEMENTS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> spec.addOption(repeated(entry.getKey(), "VALUE", entry.getValue())));
    FAULTS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> spec.addOption(repeated(entry.getKey(), "WHO@TIME", entry.getValue())));
  }

  /** Where a script says all else, only chance can be another one. */
  static void declareSeed(CommandSpec spec) {
    spec.addOption(repeated("seed", "VALUE", "all chance comes from it; the scenario says which"));
  }

  /**
   * Declares the settings of a recipe. A setting that has the name of a flag cannot be given, so
   * then none is declared, and what is wrong is returned.
   */
  static @Nullable String declare(CommandSpec spec, Recipe recipe, CommandSpec flags) {
    CommandSpec common = CommandSpec.create();
    CommonFlags.declare(common);
    Set<String> names = new HashSet<>(flags.optionsMap().keySet());
    names.addAll(common.optionsMap().keySet());
    for (Setting setting : recipe.settings()) {
      if (!names.add("--" + setting.name())) {
        return "the recipe %s has a setting \"%s\", and --%s is a flag already; rename the setting"
            .formatted(recipe.name(), setting.name(), setting.name());
      }
    }
    recipe.settings().forEach(setting -> declare(spec, setting));
    return null;
  }

  private static void declare(CommandSpec spec, Setting setting) {
    boolean isFlag = setting.kind() == Setting.Kind.FLAG;
    OptionSpec.Builder option =
        OptionSpec.builder("--" + setting.name())
            .description("%s; %s".formatted(setting.help(), fallback(setting)));
    spec.addOption(
        isFlag
            ? option
                .type(String.class)
                .arity("0..1")
                .paramLabel("BOOLEAN")
                .fallbackValue("true")
                .build()
            : option.type(String.class).paramLabel("VALUE").build());
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
      case FLAG -> "off unless said";
      case WORD -> setting.allowed() + "; " + setting.fallback() + " unless said";
      default -> setting.fallback() + " unless said";
    };
  }
}
