package coterie.cli.agent;

import coterie.agent.http.Reply;
import coterie.agent.http.Shown;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads and writes registers through an agent. */
@Command(
    name = "register",
    abbreviateSynopsis = true,
    description = {
      "Read and write a value of which the whole cluster has one, kept by the voters.",
      "",
      "A write that was refused, or whose outcome is unknown, exits with 1 and says so."
    },
    footer = {
      "",
      "For example: coterie register get owner",
      "             coterie register cas owner 3 cart-1"
    },
    subcommands = {RegisterCommand.Get.class, RegisterCommand.Set.class, RegisterCommand.Cas.class})
final class RegisterCommand implements Runnable {
  @Spec private CommandSpec spec;

  static CommandLine commandLine() {
    return new CommandLine(new RegisterCommand());
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "register get NAME, register set NAME TEXT, or register cas NAME VERSION TEXT");
  }

  private static String path(String name) {
    return "/registers/" + ClientFlags.part(name);
  }

  /** Prints what became of a write. */
  private static int write(
      CommandSpec spec, ClientFlags flags, String name, Map<String, Object> body)
      throws IOException {
    Reply reply = flags.client().ask("POST", path(name), body).good();
    Map<String, @Nullable Object> fields = reply.object();
    boolean isWritten = "written".equals(fields.get("outcome"));
    if (flags.isJson()) {
      spec.commandLine().getOut().print(reply.text());
    } else if (isWritten) {
      spec.commandLine().getOut().println(version(fields));
    } else {
      spec.commandLine().getErr().println("coterie: " + sentence(name, fields));
    }
    return isWritten ? 0 : 1;
  }

  private static String sentence(String name, Map<String, @Nullable Object> fields) {
    return "refused".equals(fields.get("outcome"))
        ? "the register %s was not written: it is at %s".formatted(Shown.of(name), line(fields))
        : "whether the register %s was written is unknown: %s"
            .formatted(Shown.of(name), Shown.of(String.valueOf(fields.get("why"))));
  }

  private static String version(Map<String, @Nullable Object> fields) {
    return "version " + fields.get("version");
  }

  private static String line(Map<String, @Nullable Object> fields) {
    return version(fields) + ", " + Shown.of(String.valueOf(fields.get("text")));
  }

  /** Reads. */
  @Command(
      name = "get",
      abbreviateSynopsis = true,
      description = "Print a register's version and text.")
  static final class Get implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Override
    public Integer call() throws IOException {
      Reply reply = flags.client().ask("GET", path(name)).good();
      PrintWriter out = spec.commandLine().getOut();
      if (flags.isJson()) {
        out.print(reply.text());
      } else {
        Map<String, @Nullable Object> fields = reply.object();
        boolean isNew = fields.get("version") instanceof Number number && number.longValue() == 0;
        out.println(isNew ? "version 0, never written" : line(fields));
      }
      return 0;
    }
  }

  /** Writes in any case. */
  @Command(
      name = "set",
      abbreviateSynopsis = true,
      description = "Write a register, whatever is there.")
  static final class Set implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Parameters(index = "1", paramLabel = "TEXT")
    private String text = "";

    @Override
    public Integer call() throws IOException {
      return write(spec, flags, name, Map.of("text", text));
    }
  }

  /** Writes under a condition. */
  @Command(
      name = "cas",
      abbreviateSynopsis = true,
      description = "Write a register if it has that version; 0: if it was never written.")
  static final class Cas implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClientFlags flags;

    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Parameters(index = "1", paramLabel = "VERSION")
    private long version;

    @Parameters(index = "2", paramLabel = "TEXT")
    private String text = "";

    @Override
    public Integer call() throws IOException {
      if (version < 0) {
        throw new IllegalArgumentException(
            "VERSION is the version that was read, or 0 for none, not " + version);
      }
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("expected", version);
      body.put("text", text);
      return write(spec, flags, name, body);
    }
  }
}
