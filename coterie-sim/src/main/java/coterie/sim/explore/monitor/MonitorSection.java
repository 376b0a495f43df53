package coterie.sim.explore.monitor;

import coterie.sim.check.ReportText;
import coterie.sim.check.Section;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What monitors say of a simulated run.
 *
 * @param violations by the name of the judge; null if it does not object
 */
record MonitorSection(SortedMap<String, @Nullable String> violations) implements Section {
  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    violations.forEach(
        (judge, violation) ->
            text.line("%s", violation == null ? judge + ": yes, in this run." : violation + "."));
    return text;
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    violations.forEach((judge, violation) -> fields.put(judge, violation == null));
    return fields;
  }
}
