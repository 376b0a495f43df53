package coterie.cli.agent;

import coterie.agent.http.Reply;
import coterie.cli.flags.CommandGroup;
import coterie.lab.client.AnswerText;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keys that packets are encrypted with. */
@Command(name = "keys", synopsisSubcommandLabel = "COMMAND")
final class KeysCommand extends CommandGroup {
  static CommandLine commandLine() {
    return new KeysCommand()
        .with(new ListKeys(), new Add(), new Use(), new Remove(), new Generate());
  }

  /** A question whose answer is the keys. */
  abstract static class OfKeys extends Question {
    final int print(Reply reply) throws IOException {
      return print(reply, fields -> AnswerText.printKeys(fields, out(), err()));
    }
  }

  @Command(name = "list", abbreviateSynopsis = true)
  static final class ListKeys extends OfKeys {
    @Override
    public Integer call() throws IOException {
      return print(flags().client().ask("GET", "/keys"));
    }
  }

  @Command(name = "add", abbreviateSynopsis = true)
  static final class Add extends OfKeys {
    @Parameters(
        paramLabel = "FILE",
        description = "the key in its first line, as an argument could be listed; - is the input")
    private String file = "";

    @Override
    public Integer call() throws IOException {
      Map<String, String> body = Map.of("key", key(file));
      return print(flags().client().ask("POST", "/keys", body));
    }

    private static String key(String file) throws IOException {
      String text =
          file.equals("-")
              ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
              : read(Path.of(file));
      String key =
          text.lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(file + " holds no key"));
      // Throws if it is not a key, before it goes anywhere.
      String unused = KeyRing.id(key);
      return key;
    }

    private static String read(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "cannot read %s; give a file with a key".formatted(file), e);
      }
    }
  }

  @Command(name = "use", abbreviateSynopsis = true)
  static final class Use extends OfKeys {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    public Integer call() throws IOException {
      return print(flags().client().ask("POST", "/keys/" + ClientFlags.part(id)));
    }
  }

  @Command(name = "remove", abbreviateSynopsis = true)
  static final class Remove extends OfKeys {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    public Integer call() throws IOException {
      return print(flags().client().ask("DELETE", "/keys/" + ClientFlags.part(id)));
    }
  }

  @Command(name = "generate", abbreviateSynopsis = true)
  static final class Generate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().getOut().println(KeyRing.generate());
      return 0;
    }
  }
}
