package coterie.cli;

import coterie.lab.Jars;
import coterie.lab.report.ReplayReport;
import coterie.recording.Frames;
import coterie.sim.StageWitness;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Replay;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.Trace;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Feeds a recording to the same protocols again. */
@Command(
    name = "replay",
    sortOptions = false,
    description =
        "Feed a recording to the same protocols again, and stop at the first thing that they do"
            + " otherwise.",
    footer = {
      "",
      "Exit codes: 0 they did all that was recorded, 1 they did something else, 2 bad input."
    })
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "what --record wrote; docs/replay.md tells the format")
  private Path file;

  @Option(names = "--trace", description = "print what the process does as lines")
  private boolean trace;

  @Option(
      names = "--show",
      split = ",",
      paramLabel = "KIND",
      description =
          "print these kinds of lines, as in sim; implies --trace (default: all but alarms)")
  private List<String> shown = new ArrayList<>();

  @Option(
      names = "--until",
      paramLabel = "EVENT",
      description =
          "stop after that many events; an event is something that happens to the process")
  private long until = Long.MAX_VALUE;

  @Option(names = "--json", description = "print one JSON object, and nothing else")
  private boolean json;

  private final Recipes recipes;

  ReplayCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() {
    if (until < 1) {
      throw new IllegalArgumentException("--until takes a number of events from 1, not " + until);
    }
    PrintWriter out = spec.commandLine().getOut();
    StageWitness witness =
        (trace || !shown.isEmpty()) && !json
            ? new Trace(kinds(), event -> out.println(Lines.of(event)))
            : new StageWitness() {
              @Override
              public int wants() {
                return ALL;
              }
            };
    Outcome outcome = replay(witness);
    if (json) {
      out.println(Json.of(ReplayReport.json(outcome)));
    } else {
      if (trace || !shown.isEmpty()) {
        out.println();
      }
      ReplayReport.print(outcome, out);
    }
    out.flush();
    return outcome instanceof Outcome.Diverged ? Main.FAILED : 0;
  }

  private Outcome replay(StageWitness witness) {
    ClassLoader loader = loader();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Stacks stacks = Stacks.of(recipes, loader);
      return new Replay(new Frames(in), stacks, loader, witness).run(until);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "%s: there is no such file; give a recording".formatted(file), e);
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private ClassLoader loader() {
    List<String> arguments = new ArrayList<>();
    Path @Nullable [] jars = spec.commandLine().getParseResult().matchedOptionValue("--jar", null);
    for (Path jar : jars == null ? new Path[0] : jars) {
      arguments.add("--jar");
      arguments.add(jar.toString());
    }
    return Jars.loader(arguments.toArray(String[]::new));
  }

  private Set<Kind> kinds() {
    if (shown.contains("all")) {
      return EnumSet.allOf(Kind.class);
    }
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    shown.forEach(word -> kinds.add(Kind.parse(word)));
    return kinds.isEmpty() ? EnumSet.complementOf(EnumSet.of(Kind.ALARMS)) : kinds;
  }
}
