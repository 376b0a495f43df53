package coterie.cli.agent;

import coterie.Coterie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What only an operator can decide about a voter. */
@Command(
    name = "voter",
    description = "Readmit a voter whose saved vote was lost.",
    synopsisSubcommandLabel = "COMMAND")
final class VoterCommand implements Runnable {
  @Spec private CommandSpec spec;

  static CommandLine commandLine() {
    CommandLine voter = new CommandLine(new VoterCommand());
    voter.addSubcommand(new Readmit());
    return voter;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "voter takes readmit");
  }

  @Command(
      name = "readmit",
      abbreviateSynopsis = true,
      description = {
        "Let a voter vote again after its next start.",
        "",
        "A voter whose saved vote is missing or torn does not vote: it could vote twice in one"
            + " term. It is safe to readmit it once its earlier life is surely over and the other"
            + " voters have elected a leader since: see docs/agent.md."
      })
  static final class Readmit implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--data", paramLabel = "FOLDER", required = true)
    private @Nullable Path data;

    @Override
    public Integer call() throws IOException {
      if (data == null || !Files.isDirectory(data)) {
        throw new IllegalArgumentException(
            "--data %s: no voter has run in this folder; give the folder of one that has"
                .formatted(data));
      }
      Coterie.readmitVoter(data);
      spec.commandLine().getOut().println("the voter votes again from its next start on");
      return 0;
    }
  }
}
