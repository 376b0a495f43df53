package coterie.cli.flags;

import coterie.lab.product.TraceFilter;
import coterie.sim.scenario.Scenario;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that ask for a run as lines, and say which. */
public final class TraceFlags {
  /** Completes the kinds of lines. */
  public static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Stream.of(Kind.values()).map(Kind::word), Stream.of("all")).iterator();
    }
  }

  @Option(names = "--trace")
  private boolean trace;

  @Option(names = "--show", split = ",", paramLabel = "KIND", completionCandidates = Kinds.class)
  private List<String> shown = new ArrayList<>();

  @Option(names = "--show-process", split = ",", paramLabel = "P")
  private List<String> processes = new ArrayList<>();

  @Option(names = "--show-message", split = ",", paramLabel = "NAME")
  private List<String> messages = new ArrayList<>();

  @Option(names = "--show-from", paramLabel = "TIME")
  private @Nullable String from;

  @Option(names = "--show-to", paramLabel = "TIME")
  private @Nullable String to;

  /** Whether the caller asked for lines explicitly. */
  public boolean isTrace() {
    return trace;
  }

  /** Whether lines were asked for, be it by saying which. */
  public boolean isAsked() {
    return trace
        || !shown.isEmpty()
        || !processes.isEmpty()
        || !messages.isEmpty()
        || from != null
        || to != null;
  }

  /** The lines of that run; throws where what was asked for cannot be in it. */
  public TraceFilter filter(Scenario scenario) {
    return TraceFilter.of(scenario, shown, processes, messages, from, to);
  }
}
