package coterie.cli.agent;

import coterie.agent.http.Client;
import coterie.agent.http.Reply;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keys that packets are encrypted with. */
@Command(
    name = "keys",
    description = {
      "See and change the keys of an agent.",
      "",
      "To exchange a key: add the new one on all agents, then use it on all, then remove the old"
          + " one on all."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "For example:",
      "  coterie keys generate > new.key",
      "  coterie keys add new.key",
      "  coterie keys use 1f3a9c04"
    })
final class KeysCommand implements Runnable {
  @Spec private CommandSpec spec;

  static CommandLine commandLine() {
    CommandLine keys = new CommandLine(new KeysCommand());
    keys.addSubcommand(new ListKeys());
    keys.addSubcommand(new Add());
    keys.addSubcommand(new Use());
    keys.addSubcommand(new Remove());
    keys.addSubcommand(new Generate());
    return keys;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "keys takes one of " + String.join(", ", spec.subcommands().keySet()));
  }

  private static int print(CommandSpec spec, ClientFlags flags, Reply reply) throws IOException {
    Reply good = reply.good();
    if (flags.isJson()) {
      spec.commandLine().getOut().print(good.text());
      return 0;
    }
    Map<String, @Nullable Object> fields = good.object();
    if (fields.get("keys") instanceof List<?> ids) {
      for (Object id : ids) {
        spec.commandLine().getOut().println(id + (id.equals(fields.get("used")) ? " in use" : ""));
      }
    }
    if (fields.get("error") instanceof String sentence) {
      spec.commandLine().getErr().println("coterie: " + sentence);
    }
    return 0;
  }

  @Command(
      name = "list",
      abbreviateSynopsis = true,
      description = "List the ids of the keys; an id says nothing about its key.")
  static final class ListKeys implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Override
    public Integer call() throws IOException {
      return print(spec, flags, flags.client().ask("GET", "/keys"));
    }
  }

  @Command(
      name = "add",
      abbreviateSynopsis = true,
      description =
          "Let the agent open packets with one more key; it goes on to seal with the old.")
  static final class Add implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(
        paramLabel = "FILE",
        description = "the key in its first line, as an argument could be listed; - is the input")
    private String file = "";

    @Override
    public Integer call() throws IOException {
      Client client = flags.client();
      Map<String, String> body = Map.of("key", key(file));
      return print(spec, flags, client.ask("POST", "/keys", body));
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
      // Refused here if it is not a key, before it goes anywhere.
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

  /** What is done about a key by its id. */
  abstract static class OfOneKey implements Callable<Integer> {
    private final String method;
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(paramLabel = "ID")
    private String id = "";

    OfOneKey(String method) {
      this.method = method;
    }

    @Override
    public final Integer call() throws IOException {
      String path = "/keys/" + ClientFlags.part(id);
      return print(spec, flags, flags.client().ask(method, path));
    }
  }

  @Command(
      name = "use",
      abbreviateSynopsis = true,
      description = "Seal packets with that key from now on; all agents must know it already.")
  static final class Use extends OfOneKey {
    Use() {
      super("POST");
    }
  }

  @Command(
      name = "remove",
      abbreviateSynopsis = true,
      description = "Open no packets with that key any more; no agent may use it any more.")
  static final class Remove extends OfOneKey {
    Remove() {
      super("DELETE");
    }
  }

  @Command(
      name = "generate",
      abbreviateSynopsis = true,
      description = "Print a new key, for a key file; no agent is asked.")
  static final class Generate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().getOut().println(KeyRing.generate());
      return 0;
    }
  }
}
