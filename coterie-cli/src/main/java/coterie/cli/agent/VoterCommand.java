package coterie.cli.agent;

import coterie.Coterie;
import coterie.cli.flags.CommandGroup;
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
@Command(name = "voter", synopsisSubcommandLabel = "COMMAND")
final class VoterCommand extends CommandGroup {
  static CommandLine commandLine() {
    return new VoterCommand().with(new Readmit());
  }

  @Command(name = "readmit", abbreviateSynopsis = true)
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
