package coterie.cli.flags;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.PropertyResourceBundle;
import picocli.CommandLine;

/**
 * The help texts of options. They are data: a file for the commands of one subject, with a line for
 * each option. Only a command that is mentioned reads its file, since most commands need no help.
 */
public final class HelpTexts {
  private static final Map<String, List<String>> COMMANDS =
      Map.of(
          "scenario", List.of("sim", "run", "demo"),
          "sweep", List.of("sweep"),
          "node", List.of("node"),
          "laboratory", List.of("compare", "tune"),
          "store", List.of("store"),
          "client",
              List.of(
                  "members",
                  "leader",
                  "lock",
                  "register",
                  "events",
                  "call",
                  "send",
                  "leave",
                  "health",
                  "keys",
                  "voter",
                  "up"));

  private HelpTexts() {}

  /** Gives the options of a command, and of its subcommands, their texts. */
  public static void describe(CommandLine command) {
    COMMANDS.forEach(
        (file, names) -> {
          if (names.contains(command.getCommandName())) {
            describe(command, file);
          }
        });
  }

  private static void describe(CommandLine command, String file) {
    try {
      command.setResourceBundle(
          new PropertyResourceBundle(new StringReader(text(file + ".properties"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a file of help, without its comments. */
  static List<String> lines(String file) {
    return text(file).lines().filter(line -> !line.startsWith("#")).toList();
  }

  private static String text(String file) {
    try (InputStream in = HelpTexts.class.getResourceAsStream("help/" + file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
