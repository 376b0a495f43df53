package coterie.lab.report;

import coterie.core.TimeText;
import coterie.sim.replay.Outcome;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a replay came to, in a few lines and as JSON. */
public final class ReplayReport {
  private ReplayReport() {}

  public static void print(Outcome outcome, PrintWriter out) {
    switch (outcome) {
      case Outcome.Same same ->
          out.printf(
              "as recorded: %d %s, %d events, %d outputs compared, the last at %s%s%n",
              same.lives(),
              same.lives() == 1 ? "life" : "lives",
              same.events(),
              same.outputs(),
              TimeText.format(same.lastNanos()),
              same.isCut() ? "; the file ends in the middle of an entry" : "");
      case Outcome.Stopped stopped ->
          out.printf(
              "stopped at event %d, at %s: %s%n",
              stopped.event(), TimeText.format(stopped.atNanos()), stopped.why());
      case Outcome.Diverged diverged -> {
        out.printf(
            "something else at event %d, at %s%n",
            diverged.event(), TimeText.format(diverged.atNanos()));
        out.printf("  input     %s%n", diverged.input());
        out.printf("  recorded  %s%n", diverged.recorded());
        out.printf("  replayed  %s%n", diverged.replayed());
      }
    }
  }

  public static Map<String, @Nullable Object> json(Outcome outcome) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    fields.putAll(Json.fields((Record) outcome));
    return fields;
  }
}
