package coterie.lab.page;

import coterie.core.TimeText;
import coterie.lab.report.ReplayedFile;
import coterie.lab.session.RecordedEvents;
import coterie.sim.replay.Outcome;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Trace;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** A recording of one process, replayed, as events for a page: those of its last life. */
public final class RecordedFile {
  private RecordedFile() {}

  /**
   * Writes it as a page in one file.
   *
   * @param until after how many events a replay without a page would stop; {@link Long#MAX_VALUE}
   *     if at its end, as a page must
   */
  public static void write(Path html, Path file, Recipes recipes, ClassLoader loader, long until)
      throws IOException {
    if (until != Long.MAX_VALUE) {
      throw new IllegalArgumentException("--html shows the whole recording; leave out --until");
    }
    PagePacker.requireWritable(html);
    String title = "recording " + file.getFileName();
    PagePacker.write(html, new PagePacker.PackedRun(title, null, json(file, recipes, loader)));
  }

  static String json(Path file, Recipes recipes, ClassLoader loader) {
    List<TraceEvent> events = new ArrayList<>();
    Trace trace = new Trace(EnumSet.allOf(Kind.class), event -> add(events, event));
    Outcome outcome = ReplayedFile.replay(file, recipes, loader, trace, Long.MAX_VALUE);
    return json(events, "%s: %s".formatted(file.getFileName(), sentence(outcome)));
  }

  static String json(List<TraceEvent> events, String what) {
    long end = events.isEmpty() ? 0 : events.getLast().atNanos();
    return new RecordedEvents(events).json(what, null, end, List.of(), List.of());
  }

  /** The times of each life begin anew. */
  private static void add(List<TraceEvent> events, TraceEvent event) {
    if (!events.isEmpty() && event.atNanos() < events.getLast().atNanos()) {
      events.clear();
    }
    events.add(event);
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Same same -> "replayed as it was recorded, %d events".formatted(same.events());
      case Outcome.Stopped stopped ->
          "the replay stopped at %s: %s"
              .formatted(TimeText.format(stopped.atNanos()), stopped.why());
      case Outcome.Diverged diverged ->
          "the replay does something else at %s: recorded %s, replayed %s"
              .formatted(
                  TimeText.format(diverged.atNanos()), diverged.recorded(), diverged.replayed());
    };
  }
}
