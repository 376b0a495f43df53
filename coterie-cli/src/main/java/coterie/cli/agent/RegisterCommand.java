package coterie.cli.agent;

import coterie.agent.http.Reply;
import coterie.cli.flags.CommandGroup;
import coterie.lab.client.AnswerText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reads and writes registers through an agent. */
@Command(name = "register", abbreviateSynopsis = true)
final class RegisterCommand extends CommandGroup {
  static CommandLine commandLine() {
    return new RegisterCommand().with(new Get(), new Set(), new Cas());
  }

  /** A question about one register. */
  abstract static class OfRegister extends Question {
    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    final String path() {
      return "/registers/" + ClientFlags.part(name);
    }

    /** Prints what became of a write. */
    final int write(Map<String, Object> body) throws IOException {
      Reply reply = flags().client().ask("POST", path(), body).good();
      boolean isWritten = "written".equals(reply.object().get("outcome"));
      print(
          reply,
          fields -> {
            if (isWritten) {
              out().println("version " + fields.get("version"));
            } else {
              err().println("coterie: " + AnswerText.unwritten(name, fields));
            }
          });
      return isWritten ? 0 : 1;
    }
  }

  @Command(name = "get", abbreviateSynopsis = true)
  static final class Get extends OfRegister {
    @Override
    public Integer call() throws IOException {
      return print(
          flags().client().ask("GET", path()),
          fields -> out().println(AnswerText.register(fields)));
    }
  }

  @Command(name = "set", abbreviateSynopsis = true)
  static final class Set extends OfRegister {
    @Parameters(index = "1", paramLabel = "TEXT")
    private String text = "";

    @Override
    public Integer call() throws IOException {
      return write(Map.of("text", text));
    }
  }

  @Command(name = "cas", abbreviateSynopsis = true)
  static final class Cas extends OfRegister {
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
      return write(body);
    }
  }
}
