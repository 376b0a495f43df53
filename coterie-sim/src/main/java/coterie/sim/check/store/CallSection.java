package coterie.sim.check.store;

import coterie.sim.Stage;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.store.Linearizability.Calls;
import coterie.sim.statistics.Samples;
import coterie.sim.trace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls on registers in a run: what became of them, and whether they are linearizable. */
record CallSection(Linearizability judge, Stage stage, int rowsMax) implements Section {
  private static final long STEP_NANOS = 10_000;

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    List<Calls> all = judge.calls();
    if (all.isEmpty()) {
      text.line("Nobody has called a register.");
      return text;
    }
    Rows rows =
        text.table(
            1,
            "register",
            "get",
            "set",
            "cas",
            "succeeded",
            "refused",
            "unknown",
            "open",
            "version");
    for (Calls one : all.subList(0, Math.min(all.size(), rowsMax))) {
      rows.add(Json.fields(one).values().toArray());
    }
    if (all.size() > rowsMax) {
      text.line("... and %d more; --json has them", all.size() - rowsMax);
    }
    text.blank();
    Samples took = judge.took();
    if (!took.isEmpty()) {
      text.line(
          "An outcome took %s s at the median, %s s at most; %.1f messages a call.",
          ReportText.rounded(took.median(), STEP_NANOS),
          ReportText.rounded(took.max(), STEP_NANOS),
          stage.messages() / (double) count(all));
    }
    text.line(verdict(all));
    return text;
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

  @Override
  public Map<String, @Nullable Object> fields() {
    List<Calls> all = judge.calls();
    Samples took = judge.took();
    boolean isDecided = judge.undecided().isEmpty();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("calls", count(all));
    json.put("linearizable", isDecided ? judge.violations().isEmpty() : null);
    json.put("tookMedian", took.isEmpty() ? null : Json.time(took.median()));
    json.put("tookMax", took.isEmpty() ? null : Json.time(took.max()));
    json.put("registers", all.stream().map(Json::fields).toList());
    return json;
  }
}
