package coterie.lab.report;

import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.check.store.Linearizability;
import coterie.sim.check.store.Linearizability.Calls;
import coterie.sim.statistics.Samples;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls on registers in a run: what became of them, and whether they are linearizable. */
final class CallsReport {
  private static final int REGISTERS_MAX = 20;

  private final Linearizability judge;
  private final Stage stage;

  CallsReport(Linearizability judge, Stage stage) {
    this.judge = judge;
    this.stage = stage;
  }

  void print(PrintWriter out) {
    List<Calls> all = judge.calls();
    if (all.isEmpty()) {
      out.println("Nobody has called a register.");
      return;
    }
    Table table =
        new Table(
            "register", "get", "set", "cas", "succeeded", "refused", "unknown", "open", "version");
    for (Calls one : all.subList(0, Math.min(all.size(), REGISTERS_MAX))) {
      table.add(
          one.register(),
          one.gets(),
          one.sets(),
          one.cas(),
          one.succeeded(),
          one.refused(),
          one.unknown(),
          one.open(),
          one.version());
    }
    table.print(out, 1);
    if (all.size() > REGISTERS_MAX) {
      out.println("... and %d more; --json has them".formatted(all.size() - REGISTERS_MAX));
    }
    out.println();
    printFigures(out, all);
    out.println(verdict(all));
  }

  private void printFigures(PrintWriter out, List<Calls> all) {
    Samples took = judge.took();
    if (!took.isEmpty()) {
      out.println(
          "An outcome took %s s at the median, %s s at most; %s messages a call."
              .formatted(
                  rounded(took.median()),
                  rounded(took.max()),
                  String.format(Locale.ROOT, "%.1f", stage.messages() / (double) count(all))));
    }
  }

  private String verdict(List<Calls> all) {
    if (!judge.violations().isEmpty()) {
      return "Not linearizable: no order of the calls explains all outcomes.";
    }
    List<String> undecided = judge.undecided();
    if (!undecided.isEmpty()) {
      return "Undecided: there are too many possible orders of the calls on %s."
          .formatted(String.join(", ", undecided));
    }
    long blind = all.stream().mapToLong(one -> one.unknown() + one.open()).sum();
    return "Linearizable: %s; %s."
        .formatted(
            "one order of the %d calls explains every outcome".formatted(count(all)),
            blind == 0 ? "all have one" : "%d have none that is known".formatted(blind));
  }

  private static long count(List<Calls> all) {
    return all.stream().mapToLong(Calls::count).sum();
  }

  /** People want hundredths of milliseconds at the most; JSON has it exactly. */
  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e4) * 10_000);
  }

  /** Adds its fields to those that every run has. */
  void addTo(Map<String, @Nullable Object> json) {
    List<Calls> all = judge.calls();
    Samples took = judge.took();
    boolean isDecided = judge.undecided().isEmpty();
    json.put("calls", count(all));
    json.put("linearizable", isDecided ? judge.violations().isEmpty() : null);
    json.put("tookMedian", took.isEmpty() ? null : Json.time(took.median()));
    json.put("tookMax", took.isEmpty() ? null : Json.time(took.max()));
    json.put("registers", all.stream().map(Json::fields).toList());
  }
}
