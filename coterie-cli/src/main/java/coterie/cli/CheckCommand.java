package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.TextFiles;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs trace tests: files with a scenario above a line of dashes and its trace below. */
@Command(name = "check", abbreviateSynopsis = true)
final class CheckCommand extends Subcommand {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "trace tests")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--rewrite", description = "write the trace of this run into the files instead")
  private boolean rewrite;

  private final Recipes recipes;

  CheckCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    int failed = 0;
    for (Path file : files) {
      TraceFile test = new TraceFile(file.toString(), TextFiles.read(file));
      List<String> trace = test.run(recipes);
      String difference = test.difference(trace);
      if (rewrite && !difference.isEmpty()) {
        TextFiles.write(file, String.join("\n", test.rewritten(trace)) + "\n");
        out().println("rewritten: " + file);
      } else if (!difference.isEmpty()) {
        out().println(difference);
        failed++;
      }
    }
    if (!rewrite) {
      out().printf("%d passed, %d failed%n", files.size() - failed, failed);
    }
    return failed == 0 ? 0 : FAILED;
  }
}
