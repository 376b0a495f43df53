package coterie.cli.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Flags that are listed in a file of help: section, name, what it takes, and its help. */
public final class TextFlags {
  /** Stands for a flag that takes nothing. */
  private static final String NOTHING = "-";

  private record Flag(String section, String name, String label, String help) {}

  private final List<Flag> flags;

  /**
   * Reads the flags.
   *
   * @param file its name in the folder of help
   */
  public TextFlags(String file) {
    this.flags =
        HelpTexts.lines(file).stream()
            .map(line -> line.split(" [|] ", 4))
            .map(words -> new Flag(words[0], "--" + words[1], words[2], words[3]))
            .toList();
  }

  /** Returns whether one of them has that name. */
  public boolean has(String name) {
    return flags.stream().anyMatch(flag -> flag.name.equals(name));
  }

  /** Declares all of them. */
  public void declare(CommandSpec spec) {
    for (Flag flag : flags) {
      OptionSpec.Builder option = OptionSpec.builder(flag.name).description(flag.help);
      spec.addOption(
          flag.label.equals(NOTHING)
              ? option.type(boolean.class).arity("0").build()
              : option
                  .type(String[].class)
                  .auxiliaryTypes(String.class)
                  .paramLabel(flag.label)
                  .build());
    }
  }

  /** Adds the sections of help in which they stand. */
  public HelpSections sections(HelpSections sections) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    flags.forEach(
        flag -> names.computeIfAbsent(flag.section, key -> new ArrayList<>()).add(flag.name));
    names.forEach(sections::with);
    return sections;
  }

  /** Returns what was given for each. */
  public Map<String, List<String>> given(ParseResult parsed) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (Flag flag : flags) {
      OptionSpec option = parsed.matchedOption(flag.name);
      if (option != null) {
        given.put(flag.name, List.copyOf(option.originalStringValues()));
      }
    }
    return given;
  }
}
