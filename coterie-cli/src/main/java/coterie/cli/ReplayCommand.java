package coterie.cli;

import coterie.cli.flags.Subcommand;
import coterie.lab.page.RecordedFile;
import coterie.lab.product.TraceFilter;
import coterie.lab.report.ReplayReport;
import coterie.lab.report.ReplayedFile;
import coterie.sim.StageWitness;
import coterie.sim.replay.Outcome;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Feeds a recording to the same protocols again. */
@Command(name = "replay", sortOptions = false)
final class ReplayCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "what --record wrote; see docs/replay.md for the format")
  private Path file;

  @Option(names = "--trace")
  private boolean trace;

  @Option(names = "--show", split = ",", paramLabel = "KIND")
  private List<String> shown = new ArrayList<>();

  @Option(names = "--until", paramLabel = "EVENT")
  private long until = Long.MAX_VALUE;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--html", paramLabel = "FILE")
  private @Nullable Path html;

  private final Recipes recipes;

  ReplayCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    if (until < 1) {
      throw new IllegalArgumentException("--until takes a number of events from 1, not " + until);
    }
    if (html != null) {
      RecordedFile.write(html, file, recipes, loader(), until);
    }
    Set<Kind> kinds =
        TraceFilter.kinds(
            shown, EnumSet.allOf(Kind.class), EnumSet.complementOf(EnumSet.of(Kind.ALARMS)));
    boolean isTraced = (trace || !shown.isEmpty()) && !json;
    StageWitness witness =
        isTraced ? new Trace(kinds, event -> out().println(Lines.of(event))) : ReplayedFile.UNSEEN;
    Outcome outcome = ReplayedFile.replay(file, recipes, loader(), witness, until);
    if (json) {
      out().println(Json.of(ReplayReport.json(outcome)));
    } else {
      if (isTraced) {
        out().println();
      }
      ReplayReport.print(outcome, out());
    }
    out().flush();
    return outcome instanceof Outcome.Diverged ? FAILED : 0;
  }
}
