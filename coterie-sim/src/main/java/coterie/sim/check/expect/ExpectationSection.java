package coterie.sim.check.expect;

import coterie.sim.check.ReportText;
import coterie.sim.check.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which expectations were met. */
final class ExpectationSection implements Section {
  private final List<Expectations.Outcome> outcomes;

  ExpectationSection(List<Expectations.Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    if (!outcomes.isEmpty()) {
      long met = outcomes.stream().filter(Expectations.Outcome::isMet).count();
      text.line("Expectations met: %d of %d.", met, outcomes.size());
      ReportText.Rows rows = text.table(2, "expected", "met");
      outcomes.forEach(
          outcome -> rows.add(outcome.expectation().words(), outcome.isMet() ? "yes" : "no"));
    }
    return text;
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (!outcomes.isEmpty()) {
      List<Map<String, @Nullable Object>> rows = new ArrayList<>();
      for (Expectations.Outcome outcome : outcomes) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("expected", outcome.expectation().words());
        row.put("met", outcome.isMet());
        row.put("complaint", outcome.complaint());
        rows.add(row);
      }
      fields.put("expectations", rows);
    }
    return fields;
  }
}
