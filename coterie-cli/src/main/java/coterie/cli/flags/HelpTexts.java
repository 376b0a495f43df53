package coterie.cli.flags;

import coterie.lab.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.PropertyResourceBundle;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help texts. They are data: a file about all commands, and one for the options of the commands
 * of one subject, which only a command that is mentioned reads, since most commands need no help.
 */
public final class HelpTexts {
  private static final String FOOTER = ".footer";

  /** Which file has the options of a command; others are questions to an agent. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("hunt", "hunt"),
          Map.entry("merge", "hunt"),
          Map.entry("sim", "scenario"),
          Map.entry("run", "scenario"),
          Map.entry("demo", "scenario"),
          Map.entry("sweep", "sweep"),
          Map.entry("node", "node"),
          Map.entry("compare", "laboratory"),
          Map.entry("tune", "laboratory"),
          Map.entry("store", "store"),
          Map.entry("explore", "explore"),
          Map.entry("replay", "replay"),
          Map.entry("check", "check"),
          Map.entry("lab", "page"));

  private HelpTexts() {}

  /** Gives a command, its subcommands and their options their texts. */
  public static void describe(CommandLine command) {
    explain(command, command.getCommandName());
    command.setResourceBundle(bundle(FILES.getOrDefault(command.getCommandName(), "client")));
  }

  private static void explain(CommandLine command, String name) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    if (About.ALL.containsKey(name)) {
      usage.description(about(name));
    }
    if (About.ALL.containsKey(name + FOOTER)) {
      usage.footer(about(name + FOOTER));
    }
    command.getSubcommands().forEach((word, subcommand) -> explain(subcommand, name + "." + word));
  }

  /** What that command does, in lines. */
  public static String[] about(String command) {
    return About.ALL.getString(command).split("\n", -1);
  }

  private static PropertyResourceBundle bundle(String file) {
    try {
      return new PropertyResourceBundle(new StringReader(text(file + ".properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Read when the first command is described. */
  private static final class About {
    static final PropertyResourceBundle ALL = bundle("commands");
  }

  /** The lines of a file of help, without its comments. */
  static List<String> lines(String file) {
    return text(file).lines().filter(line -> !line.startsWith("#")).toList();
  }

  private static String text(String file) {
    return Resources.text(HelpTexts.class.getResourceAsStream("help/" + file), file);
  }
}
