package coterie.cli;

import coterie.lab.TextFiles;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs trace tests: files with a scenario above a line of dashes and its trace below. */
@Command(
    name = "check",
    abbreviateSynopsis = true,
    description = "Run trace tests: does the scenario give the trace below its line of dashes?")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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
    PrintWriter out = spec.commandLine().getOut();
    int failed = 0;
    for (Path file : files) {
      TraceFile test = new TraceFile(file.toString(), TextFiles.read(file));
      List<String> trace = test.run(recipes);
      String difference = test.difference(trace);
      if (rewrite && !difference.isEmpty()) {
        TextFiles.write(file, String.join("\n", test.rewritten(trace)) + "\n");
        out.println("rewritten: " + file);
      } else if (!difference.isEmpty()) {
        out.println(difference);
        failed++;
      }
    }
    if (!rewrite) {
      out.printf("%d passed, %d failed%n", files.size() - failed, failed);
    }
    return failed == 0 ? 0 : Main.FAILED;
  }
}
