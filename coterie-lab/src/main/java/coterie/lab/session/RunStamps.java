package coterie.lab.session;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.trace.StampText;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that got stamps, with what each clock gave them. */
final class RunStamps {
  /** Nobody looks through more. */
  private static final int EVENTS_MAX = 20_000;

  /** An event with a name of its own, which several clocks stamp one after the other. */
  private record Stamping(int first, int node, String name, List<Object> stamps) {}

  private RunStamps() {}

  /** Returns for each: its first note, its process, its name, and its stamps. */
  static List<Object> of(EventLog log) {
    List<Stamping> all = new ArrayList<>();
    Map<Integer, Stamping> latest = new HashMap<>();
    View members = log.members();
    for (int i = 0; i < log.size() && all.size() < EVENTS_MAX; i++) {
      if (!(log.get(i) instanceof TraceEvent.Noted(long at, NodeId node, Note note))) {
        continue;
      }
      StampText text = StampText.of(note, node, members);
      if (text == null) {
        continue;
      }
      int place = members.indexOf(node);
      Stamping last = latest.get(place);
      boolean isSame =
          last != null && last.name.equals(text.event()) && log.get(last.first).atNanos() == at;
      if (last == null || !isSame) {
        last = new Stamping(i, place, text.event(), new ArrayList<>());
        latest.put(place, last);
        all.add(last);
      }
      last.stamps.add(stamp(i, text, note, members));
    }
    List<Object> entries = new ArrayList<>();
    all.forEach(one -> entries.add(entry(one)));
    return entries;
  }

  private static Map<String, Object> entry(Stamping one) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("event", one.first);
    entry.put("node", one.node);
    entry.put("name", one.name);
    entry.put("stamps", one.stamps);
    return entry;
  }

  /** A time is given as text, since a page's numbers do not hold all of it. */
  private static Map<String, @Nullable Object> stamp(
      int event, StampText text, Note note, View members) {
    Map<String, @Nullable Object> stamp = new LinkedHashMap<>();
    stamp.put("event", event);
    stamp.put("clock", text.clock());
    stamp.put("text", text.text());
    switch (note) {
      case Note.Stamped stamped -> {
        stamp.put("time", Long.toString(stamped.stamp().time()));
        stamp.put("by", stamped.stamp().node().value());
      }
      case Note.Versioned versioned -> stamp.put("vector", counts(versioned.version(), members));
      default -> {}
    }
    return stamp;
  }

  private static List<Long> counts(List<Dot> version, View members) {
    long[] counts = new long[members.size()];
    for (Dot dot : version) {
      int place = members.indexOf(dot.node());
      if (place >= 0) {
        counts[place] = dot.number();
      }
    }
    List<Long> all = new ArrayList<>();
    for (long count : counts) {
      all.add(count);
    }
    return all;
  }
}
