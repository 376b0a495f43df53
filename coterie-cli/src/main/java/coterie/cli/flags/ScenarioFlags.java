package coterie.cli.flags;

import coterie.lab.flag.RunFlag;
import coterie.lab.flag.RunStatements;
import coterie.lab.flag.SettingFlag;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.ScenarioReader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags that describe a run. */
public final class ScenarioFlags {
  private ScenarioFlags() {}

  /**
   * Declares the flags of a run.
   *
   * @param recipe what is run; null if a file says it
   * @param isOnSockets whether real messages and real disks take their own time
   */
  public static void declare(CommandSpec spec, @Nullable Recipe recipe, boolean isOnSockets) {
    spec.addOption(
        one("N", "number of processes (default: 4)", "-n", "--nodes").type(String.class).build());
    spec.addOption(
        one(
                "P[:BY]",
                "probability that a message is held back, by up to BY (default: 0, and 0.1 for BY)",
                "--reorder")
            .type(String.class)
            .build());
    spec.addOption(
        repeated(
            "notice",
            "WHO@TIME",
            "a process notices, by script, that something is wrong: 1@2.5; no detector runs then"
                + " unless --detector names one"));
    for (RunFlag flag : RunFlag.all()) {
      spec.addOption(repeated(flag.name(), flag.label(), flag.help(recipe, isOnSockets)));
    }
    HelpSections.complete(
        spec,
        Map.of(
            "--ties", List.of("scheduled", "faults-last", "shuffled"),
            "--unreachable", List.of("on", "off")));
    HelpSections.hide(spec, RunFlag.hidden(recipe, isOnSockets));
    HelpSections sections = new HelpSections();
    if (recipe != null) {
      sections.withSettings(recipe);
    }
    sections.with("scenario.sections").install(spec);
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
      spec.addOption(option(setting));
    }
  }

  private static OptionSpec option(Setting setting) {
    SettingFlag flag = new SettingFlag(setting);
    OptionSpec.Builder option =
        one(flag.label(), flag.help().replace("%", "%%"), "--" + setting.name()).type(String.class);
    if (!flag.values().isEmpty()) {
      option.completionCandidates(flag.values());
    }
    return flag.isSwitch() ? option.arity("0..1").fallbackValue("true").build() : option.build();
  }

  /** Adds what was given on the command line to the scenario. */
  public static void read(ParseResult given, ScenarioReader reader) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (OptionSpec option : given.matchedOptions()) {
      values.put(option.longestName().replaceFirst("^--", ""), option.originalStringValues());
    }
    RunStatements.read(values, reader);
  }

  public static void readSettings(
      ParseResult given, Iterable<Setting> settings, ScenarioReader reader) {
    for (Setting setting : settings) {
      if (given.hasMatchedOption("--" + setting.name())) {
        String value = given.matchedOptionValue("--" + setting.name(), "");
        String where = "--" + setting.name() + " " + value;
        reader.statement(where, "set " + setting.name() + " " + value);
      }
    }
  }

  private static OptionSpec repeated(String name, String label, String help) {
    return one(label, help, "--" + name).type(String[].class).auxiliaryTypes(String.class).build();
  }

  private static OptionSpec.Builder one(String label, String help, String... names) {
    return OptionSpec.builder(names).paramLabel(label).description(help);
  }
}
