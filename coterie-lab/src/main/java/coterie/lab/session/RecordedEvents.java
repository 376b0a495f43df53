package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.check.Violation;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Events that no scenario gives again, such as those of a recording or of a run on sockets, with
 * all that a page may ask about them, since nothing can be run for the answer.
 */
public final class RecordedEvents {
  /** A page with more of them would be too large to be sent. */
  public static final int EVENTS_MAX = 50_000;

  private final List<TraceEvent> events;
  private final EventLog log;

  /** Takes what happened, in order. */
  public RecordedEvents(List<TraceEvent> all) {
    this(all, members(all));
  }

  public RecordedEvents(List<TraceEvent> all, View members) {
    this.events = all.subList(0, Math.min(all.size(), EVENTS_MAX));
    this.log = new EventLog(members);
    events.forEach(log::add);
  }

  private static View members(List<TraceEvent> all) {
    TreeSet<NodeId> seen = new TreeSet<>();
    for (TraceEvent event : all) {
      if (event instanceof TraceEvent.OfNode of) {
        seen.add(of.node());
      }
      if (event instanceof TraceEvent.OfMessage of) {
        seen.add(of.from());
        seen.add(of.to());
      }
      if (event instanceof TraceEvent.Unreachable unreachable) {
        seen.add(unreachable.to());
      }
    }
    return View.of(seen.isEmpty() ? List.of(new NodeId(0)) : seen);
  }

  /**
   * Returns everything as one JSON object.
   *
   * @param what is shown, in words
   * @param protocol its name; null if it is not known
   */
  public String json(
      String what,
      @Nullable String protocol,
      long nowNanos,
      List<Reigns.Reign> reigns,
      List<Violation> objections) {
    RunIndex index = new RunIndex(log, nowNanos, reigns, objections);
    LabAnswer columns = index.columns();
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("head", head(what, protocol, nowNanos));
    all.put("lines", events.stream().map(Lines::what).toList());
    List<Object> details = new ArrayList<>();
    List<Object> states = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      details.add(index.event(i));
      if (log.get(i) instanceof TraceEvent.Knows || log.get(i) instanceof TraceEvent.Faulted) {
        states.add(Map.of("event", i, "nodes", changed(index, log.get(i), i)));
      }
    }
    all.put("events", details);
    all.put("states", states);
    all.put("violations", index.violations());
    String rest = Json.of(all);
    return "{\"columns\":%s,\"bytes\":\"%s\",%s"
        .formatted(
            columns.text(), Base64.getEncoder().encodeToString(columns.bytes()), rest.substring(1));
  }

  /** The state of the process that showed one; those of all after a fault. */
  private static List<Object> changed(RunIndex index, TraceEvent event, int at) {
    List<Object> all = index.states(at);
    return event instanceof TraceEvent.Knows knows
        ? all.stream().filter(one -> isOf(one, knows.node())).toList()
        : all;
  }

  private static boolean isOf(Object entry, NodeId node) {
    return entry instanceof Map<?, ?> map && node.toString().equals(map.get("node"));
  }

  private Map<String, @Nullable Object> head(
      String what, @Nullable String protocol, long nowNanos) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < log.members().size(); i++) {
      names.add(log.members().at(i).toString());
    }
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("run", 1);
    head.put("isRecorded", true);
    head.put("what", what);
    head.put("protocol", protocol == null ? "" : protocol);
    head.put("nodes", names);
    head.put("seed", "");
    head.put("untilNanos", nowNanos);
    head.put("until", TimeText.format(nowNanos));
    head.put("latency", "");
    head.put("isManual", false);
    head.put("settings", Map.of());
    head.put("text", "");
    return head;
  }
}
