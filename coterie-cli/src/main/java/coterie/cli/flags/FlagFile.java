package coterie.cli.flags;

import coterie.lab.flag.Given;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of a command as a file lists them: what is only read as text needs no field. */
public final class FlagFile {
  private static final String LIST = "list";
  private static final String REPEATED = "repeated";
  private static final String SWITCH = "switch";

  private FlagFile() {}

  /** Declares the flags that a file lists, before those that the command has. */
  public static void declare(CommandSpec spec, String file) {
    List<OptionSpec> others = List.copyOf(spec.options());
    others.forEach(spec::remove);
    for (String line : HelpTexts.lines(file)) {
      String[] words = line.split(" [|] ", 4);
      String kind = words[2];
      OptionSpec.Builder option = OptionSpec.builder("--" + words[0]).paramLabel(words[1]);
      if (kind.startsWith(LIST) || kind.equals(REPEATED)) {
        option.type(List.class).auxiliaryTypes(String.class);
      } else if (kind.equals(SWITCH)) {
        option.type(boolean.class).arity("0");
      } else {
        option.type(String.class);
      }
      if (kind.startsWith(LIST)) {
        option.splitRegex(",");
      }
      if (kind.endsWith(" or all")) {
        option.arity("0..1").fallbackValue("all");
      }
      if (words.length > 3) {
        option.defaultValue(words[3]);
      }
      spec.addOption(option.build());
    }
    others.forEach(spec::addOption);
  }

  /** Returns the names of the flags that a file lists, without dashes. */
  public static Set<String> names(String file) {
    return HelpTexts.lines(file).stream()
        .map(line -> line.substring(0, line.indexOf(' ')))
        .collect(Collectors.toSet());
  }

  /** The flags that were given, and the defaults of the others. */
  public static Given read(ParseResult parsed) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    Map<String, List<String>> defaults = new LinkedHashMap<>();
    for (OptionSpec option : parsed.commandSpec().options()) {
      Object value = option.getValue();
      List<String> texts = new ArrayList<>();
      if (value instanceof Iterable<?> all && !(value instanceof Path)) {
        all.forEach(one -> texts.add(String.valueOf(one)));
      } else if (value != null) {
        texts.add(value.toString());
      }
      boolean isGiven = parsed.hasMatchedOption(option);
      (isGiven ? values : defaults).put(option.longestName(), texts);
    }
    return new Given(values, defaults);
  }
}
