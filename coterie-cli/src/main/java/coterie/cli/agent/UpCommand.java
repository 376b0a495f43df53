package coterie.cli.agent;

import coterie.agent.up.UpSession;
import coterie.cli.flags.Subcommand;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A group of agents to play with. */
@Command(name = "up", abbreviateSynopsis = true)
final class UpCommand extends Subcommand {
  @Option(names = "--nodes", paramLabel = "COUNT")
  private int count = 5;

  @Option(names = "--voters", paramLabel = "COUNT")
  private @Nullable Integer voters;

  @Option(names = "--dir", paramLabel = "FOLDER")
  private @Nullable Path folder;

  @Option(names = "--profile", paramLabel = "WORD")
  private String profile = "lan";

  @Override
  public Integer call() throws IOException, InterruptedException {
    UpSession session = new UpSession(count, voters, profile, folder);
    return session.run("coterie.cli.Main", out(), err()) ? 0 : FAILED;
  }
}
