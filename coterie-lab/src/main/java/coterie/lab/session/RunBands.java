package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.lab.picture.Phases;
import coterie.lab.picture.Sections;
import coterie.lab.picture.instants.Reigns;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** From when to when each process was something that is worth a colour. */
final class RunBands {
  private final EventLog log;
  private final long nowNanos;
  private final List<Reigns.Reign> reigns;
  private final List<Object> all = new ArrayList<>();

  /** What goes on, by a name of its own: since when. */
  private final Map<String, Map<String, Object>> running = new TreeMap<>();

  RunBands(EventLog log, long nowNanos, List<Reigns.Reign> reigns) {
    this.log = log;
    this.nowNanos = nowNanos;
    this.reigns = reigns;
  }

  /** Returns all bands: process, word, label, and the times of beginning and end. */
  List<Object> all() {
    for (Reigns.Reign reign : reigns) {
      add(
          reign.node(),
          "leader",
          "leads, term " + reign.term(),
          reign.fromNanos(),
          reign.toNanos());
    }
    for (Phases.Stay stay : Phases.of(log.all(), nowNanos)) {
      if (!stay.isRest() && !stay.isLeader()) {
        String phase = stay.phase().name().toLowerCase(Locale.ROOT);
        add(stay.node(), "phase", phase, stay.fromNanos(), stay.toNanos());
      }
    }
    for (Sections.Section section : Sections.of(log.all(), nowNanos)) {
      String word = section.stage() == Sections.Stage.WAITS ? "waiting" : "inside";
      add(
          section.node(),
          section.stage() == Sections.Stage.TOGETHER ? "together" : word,
          word + (section.lock().equals(Note.ONLY_LOCK) ? "" : " " + section.lock()),
          section.fromNanos(),
          section.toNanos());
    }
    log.all().forEach(this::follow);
    running.values().forEach(band -> end(band, nowNanos));
    return all;
  }

  private void follow(TraceEvent event) {
    long at = event.atNanos();
    switch (event) {
      case TraceEvent.Faulted(long time, Fault.Crash crash) -> {
        endAllOf(crash.node(), at);
        begin(crash.node(), crash.node(), "down", "down", at);
      }
      case TraceEvent.Faulted(long time, Fault.Recover recover) ->
          end(recover.node(), recover.node(), "down", at);
      case TraceEvent.Faulted(long time, Fault.Pause pause) ->
          begin(pause.node(), pause.node(), "paused", "paused", at);
      case TraceEvent.Faulted(long time, Fault.Resume resume) ->
          end(resume.node(), resume.node(), "paused", at);
      case TraceEvent.Noted(long time, NodeId node, Note.Suspected(NodeId who)) ->
          begin(node, who, "suspects", "suspects " + who, at);
      case TraceEvent.Noted(long time, NodeId node, Note.Trusted(NodeId who)) ->
          end(node, who, "suspects", at);
      case TraceEvent.Noted(long time, NodeId node, Note.Unknown(NodeId who)) ->
          end(node, who, "suspects", at);
      case TraceEvent.Noted(long time, NodeId node, Note.Failed(NodeId who)) ->
          begin(node, who, "suspects", "suspects " + who, at);
      case TraceEvent.Noted(long time, NodeId node, Note.Joined(NodeId who)) ->
          end(node, who, "suspects", at);
      default -> {}
    }
  }

  private static String key(NodeId node, NodeId about, String word) {
    return "%s %s %s".formatted(node, word, about);
  }

  private void begin(NodeId node, NodeId about, String word, String label, long at) {
    Map<String, Object> band = band(node, word, label, at);
    band.put("about", log.members().indexOf(about));
    running.putIfAbsent(key(node, about, word), band);
  }

  private void end(NodeId node, NodeId about, String word, long at) {
    endOf(key(node, about, word), at);
  }

  private void endOf(String key, long at) {
    Map<String, Object> band = running.remove(key);
    if (band != null) {
      end(band, at);
    }
  }

  private void endAllOf(NodeId node, long at) {
    List<String> keys =
        running.keySet().stream().filter(key -> key.startsWith(node + " ")).toList();
    keys.forEach(key -> endOf(key, at));
  }

  private void end(Map<String, Object> band, long at) {
    band.put("to", at);
    all.add(band);
  }

  private Map<String, Object> band(NodeId node, String word, String label, long from) {
    Map<String, Object> band = new LinkedHashMap<>();
    band.put("node", log.members().indexOf(node));
    band.put("band", word);
    band.put("label", label);
    band.put("from", from);
    return band;
  }

  private void add(NodeId node, String word, String label, long from, long to) {
    end(band(node, word, label, from), to);
  }
}
