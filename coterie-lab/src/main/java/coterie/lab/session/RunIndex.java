package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.check.Moment;
import coterie.sim.check.Violation;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What can be asked about the events of a run, worked out once for as many as there are. */
final class RunIndex {
  private final EventLog log;
  private final long nowNanos;
  private final List<Reigns.Reign> reigns;
  private final List<Violation> objections;
  private final EventColumns columns;
  private final KnownStates states;

  RunIndex(EventLog log, long nowNanos, List<Reigns.Reign> reigns, List<Violation> objections) {
    this.log = log;
    this.nowNanos = nowNanos;
    this.reigns = reigns;
    this.objections = objections;
    this.states = new KnownStates(log);
    TreeSet<Integer> conflicts = new TreeSet<>();
    objections.forEach(one -> conflicts.addAll(events(one.conflict())));
    this.columns = new EventColumns(log, conflicts);
  }

  int size() {
    return columns.size();
  }

  LabAnswer columns() {
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("count", columns.size());
    head.put("labels", columns.labels());
    head.put("nowNanos", nowNanos);
    head.put("bands", new RunBands(log, nowNanos, reigns).all());
    head.put("faults", RunFaults.of(log, nowNanos));
    head.put("violations", violations());
    return new LabAnswer(Json.of(head), columns.bytes());
  }

  List<Object> violations() {
    List<Object> all = new ArrayList<>();
    for (Violation one : objections) {
      all.add(
          Map.of(
              "judge", one.judge(), "sentence", one.sentence(), "events", events(one.conflict())));
    }
    return all;
  }

  /** Returns, for each moment, the last note of that process at that time, or its last event. */
  private List<Integer> events(List<Moment> moments) {
    List<Integer> found = new ArrayList<>();
    for (Moment moment : moments) {
      int best = EventLog.NONE;
      for (int i = 0; i < log.size(); i++) {
        TraceEvent event = log.get(i);
        boolean isThere =
            event instanceof TraceEvent.OfNode of
                && of.node().equals(moment.node())
                && event.atNanos() == moment.atNanos();
        boolean isNote = event instanceof TraceEvent.Noted;
        if (isThere && (isNote || best < 0 || !(log.get(best) instanceof TraceEvent.Noted))) {
          best = i;
        }
      }
      if (best >= 0) {
        found.add(best);
      }
    }
    return found;
  }

  Map<String, @Nullable Object> event(int index) {
    TraceEvent event = log.get(index);
    Map<String, @Nullable Object> detail = new LinkedHashMap<>();
    detail.put("event", index);
    detail.put("atNanos", event.atNanos());
    detail.put("at", TimeText.format(event.atNanos()));
    detail.put("kind", EventKind.of(event).name().toLowerCase(Locale.ROOT));
    detail.put("text", Lines.what(event));
    detail.put("pair", log.pair(index));
    detail.put("type", columns.label(index));
    detail.put("fields", fields(event));
    String name = columns.messageName(index);
    if (name != null) {
      detail.put("message", name);
    }
    return detail;
  }

  private static Map<String, String> fields(TraceEvent event) {
    Record subject =
        switch (event) {
          case TraceEvent.OfMessage of -> of.message() instanceof Record message ? message : null;
          case TraceEvent.Noted noted -> noted.note() instanceof Record note ? note : null;
          case TraceEvent.Knows knows -> knows.state();
          case TraceEvent.Saved saved -> saved.value();
          case TraceEvent.Judged judged -> judged.verdict();
          default -> null;
        };
    return subject == null ? Map.of() : Lines.fieldTexts(subject);
  }

  List<Object> states(int index) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < log.members().size(); i++) {
      NodeId node = log.members().at(i);
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("node", node.toString());
      entry.put("protocols", states.of(node, index));
      all.add(entry);
    }
    return all;
  }

  List<Object> watch(int node, String field) {
    if (node >= log.members().size()) {
      throw new IllegalArgumentException(
          "there is no process %d; the run has %d".formatted(node, log.members().size()));
    }
    int dot = field.indexOf('.');
    return states.watch(
        log.members().at(node), field.substring(0, Math.max(0, dot)), field.substring(dot + 1));
  }
}
