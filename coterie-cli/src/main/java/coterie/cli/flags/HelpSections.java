package coterie.cli.flags;

import coterie.recipe.Recipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the options of a command by purpose, and completes their values. */
public final class HelpSections {
  private static final String OTHERS = "Other options";

  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  /** The sections that a file lists. */
  public static HelpSections of(String file) {
    return new HelpSections().with(file);
  }

  /** Adds the sections that a file lists. */
  public HelpSections with(String file) {
    for (String line : HelpTexts.lines(file)) {
      String[] section = line.split(": ", 2);
      with(section[0], List.of(section[1].split(" ", -1)));
    }
    return this;
  }

  /** Adds a section of the settings of a protocol. */
  public HelpSections withSettings(Recipe recipe) {
    return with(
        "Settings of " + recipe.name(),
        recipe.settings().stream().map(setting -> "--" + setting.name()).toList());
  }

  /** Adds a section; names that the command does not have are left out. */
  public HelpSections with(String heading, List<String> names) {
    sections.put(heading, List.copyOf(names));
    return this;
  }

  /** What no section names comes last. */
  public void install(CommandSpec spec) {
    spec.usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> text(help, spec));
  }

  private String text(Help help, CommandSpec spec) {
    List<OptionSpec> left = new ArrayList<>(spec.options());
    left.removeIf(OptionSpec::hidden);
    StringBuilder text = new StringBuilder();
    sections.forEach(
        (heading, names) -> {
          List<OptionSpec> options = new ArrayList<>();
          for (String name : names) {
            OptionSpec option = spec.findOption(name);
            if (option != null && left.remove(option)) {
              options.add(option);
            }
          }
          add(text, heading, options, help);
        });
    add(text, OTHERS, left, help);
    return text.toString();
  }

  private static void add(StringBuilder text, String heading, List<OptionSpec> options, Help help) {
    if (!options.isEmpty()) {
      Layout layout = help.createDefaultLayout();
      layout.addOptions(options, help.createDefaultParamLabelRenderer());
      String line = System.lineSeparator();
      text.append(line).append(heading).append(':').append(line).append(layout);
    }
  }

  /** Takes options out of the help; they are still read, so that one sentence says why not. */
  static void hide(CommandSpec spec, Set<String> names) {
    change(
        spec,
        option ->
            names.contains(option.longestName())
                ? OptionSpec.builder(option).hidden(true).build()
                : option);
  }

  /** Says something else of an option than other commands do. */
  public static void describe(CommandSpec spec, String name, String text) {
    change(
        spec,
        option ->
            option.longestName().equals(name)
                ? OptionSpec.builder(option).description(text).build()
                : option);
  }

  /** Lets the shell complete the values of options. */
  public static void complete(CommandSpec spec, Map<String, List<String>> values) {
    change(
        spec,
        option -> {
          List<String> candidates = values.get(option.longestName());
          return candidates == null
              ? option
              : OptionSpec.builder(option).completionCandidates(candidates).build();
        });
  }

  /**
   * Gives every option a label of its own, for the completion script: picocli keeps candidates by
   * label, so that of two options with one label the second one's would be offered for both.
   */
  public static void labelApart(CommandSpec spec) {
    change(
        spec,
        option ->
            option.completionCandidates() == null
                ? option
                : OptionSpec.builder(option).paramLabel(option.longestName()).build());
    spec.subcommands().values().forEach(command -> labelApart(command.getCommandSpec()));
  }

  /** An option cannot be changed, only exchanged; the order stays. */
  private static void change(CommandSpec spec, UnaryOperator<OptionSpec> change) {
    List<OptionSpec> options = List.copyOf(spec.options());
    options.forEach(spec::remove);
    options.forEach(option -> spec.addOption(change.apply(option)));
  }
}
