package coterie.sim.check.detect;

import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.detect.Diagnosis.Alone;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.trace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When each crash and each recovery of a run was diagnosed. */
record DiagnosisSection(Diagnosis judge) implements Section {
  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    List<Diagnosed> events = judge.events();
    if (events.isEmpty()) {
      text.line("No process crashed or recovered.");
    } else {
      addTable(text, events);
    }
    judge.alone().forEach(alone -> text.line(sentence(alone)));
    return text;
  }

  private static void addTable(ReportText text, List<Diagnosed> events) {
    Rows rows =
        text.table(2, "event", "process", "at", "tests", "rounds", "latency", "diagnosed at");
    for (Diagnosed event : events) {
      Long latency = event.latencyNanos();
      Long diagnosedAt = event.diagnosedAtNanos();
      rows.add(
          event.event(),
          event.node(),
          rounded(event.atNanos()),
          event.tests(),
          event.rounds(),
          latency == null ? "-" : rounded(latency),
          diagnosedAt == null ? "not diagnosed" : rounded(diagnosedAt));
    }
  }

  private static String sentence(Alone alone) {
    Long to = alone.toNanos();
    return "Only one correct process was left: %s, from %s to %s."
        .formatted(alone.node(), rounded(alone.fromNanos()), to == null ? "the end" : rounded(to));
  }

  private static String rounded(long nanos) {
    return ReportText.rounded(nanos, 1_000_000);
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("diagnoses", judge.events().stream().map(Json::fields).toList());
    if (!judge.alone().isEmpty()) {
      json.put("onlyOneLeft", judge.alone().stream().map(Json::fields).toList());
    }
    return json;
  }
}
