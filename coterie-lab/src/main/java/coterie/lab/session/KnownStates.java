package coterie.lab.session;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each process knew at each event: found again without running anything. */
final class KnownStates {
  /** A strip of a page shows no more. */
  private static final int WATCHED_MAX = 50_000;

  /** A place at which something about a process changed: it showed a state, or it crashed. */
  private record Change(int event, @Nullable Record state) {}

  private final Map<NodeId, List<Change>> changes = new TreeMap<>();

  KnownStates(EventLog log) {
    for (int i = 0; i < log.size(); i++) {
      switch (log.get(i)) {
        case TraceEvent.Knows knows -> of(knows.node()).add(new Change(i, knows.state()));
        case TraceEvent.Faulted faulted when faulted.fault() instanceof Fault.Crash crash ->
            of(crash.node()).add(new Change(i, null));
        default -> {}
      }
    }
  }

  private List<Change> of(NodeId node) {
    return changes.computeIfAbsent(node, key -> new ArrayList<>());
  }

  /** Returns what the protocols of a process showed last, up to that event. */
  List<Object> of(NodeId node, int event) {
    Map<String, List<Change>> byProtocol = new LinkedHashMap<>();
    for (Change change : of(node)) {
      if (change.event > event) {
        break;
      }
      if (change.state == null) {
        byProtocol.clear();
      } else {
        byProtocol.computeIfAbsent(name(change.state), key -> new ArrayList<>()).add(change);
      }
    }
    List<Object> all = new ArrayList<>();
    byProtocol.forEach((name, shown) -> all.add(entry(name, shown)));
    return all;
  }

  /**
   * Returns how a field of a protocol's state went on at a process: the event and the text from
   * there on, which is null while the process is down.
   */
  List<Object> watch(NodeId node, String protocol, String field) {
    List<Object> all = new ArrayList<>();
    String last = null;
    for (Change change : of(node)) {
      boolean isOther = change.state != null && !name(change.state).equals(protocol);
      String text = isOther ? last : texts(change).get(field);
      boolean isNew = text == null ? last != null : !text.equals(last);
      if (isNew && all.size() < WATCHED_MAX) {
        List<@Nullable Object> pair = new ArrayList<>();
        pair.add(change.event);
        pair.add(text);
        all.add(pair);
      }
      last = text;
    }
    return all;
  }

  static String name(Record state) {
    Class<?> outer = state.getClass().getEnclosingClass();
    return outer == null ? state.getClass().getSimpleName() : outer.getSimpleName();
  }

  private static Map<String, Object> entry(String name, List<Change> shown) {
    Change last = shown.getLast();
    Map<String, String> before = shown.size() < 2 ? Map.of() : texts(shown.get(shown.size() - 2));
    Map<String, @Nullable Object> values = last.state == null ? Map.of() : Json.fields(last.state);
    List<Object> fields = new ArrayList<>();
    texts(last)
        .forEach(
            (field, text) -> {
              Map<String, @Nullable Object> one = new LinkedHashMap<>();
              one.put("name", field);
              one.put("text", text);
              one.put("value", values.get(field));
              one.put("before", before.getOrDefault(field, text));
              fields.add(one);
            });
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("protocol", name);
    entry.put("since", last.event);
    entry.put("fields", fields);
    return entry;
  }

  private static Map<String, String> texts(Change change) {
    return change.state == null ? Map.of() : Lines.fieldTexts(change.state);
  }
}
