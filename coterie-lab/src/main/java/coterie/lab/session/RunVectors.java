package coterie.lab.session;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.lab.picture.instants.Vectors;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Json;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each process of a protocol that tests and counts knows of each other, and how it came to
 * know it: as changes, so that a page has it at any event without asking again.
 */
final class RunVectors {
  private static final int UNKNOWN = -1;
  private static final int NOBODY = -1;

  private final View members;
  private final int[][] counts;
  private final String[][] looks;
  private final List<List<Object>> changes = new ArrayList<>();
  private boolean isShown;

  private RunVectors(View members) {
    this.members = members;
    this.counts = new int[members.size()][members.size()];
    this.looks = new String[members.size()][members.size()];
    for (int i = 0; i < members.size(); i++) {
      clear(i);
    }
  }

  /**
   * Returns the changes: event, process, about whom, count, look, and from whom it was learned. An
   * entry that is in none is unknown, but for a process's own, which is "own" with 0.
   */
  static Map<String, Object> of(EventLog log) {
    RunVectors vectors = new RunVectors(log.members());
    for (int i = 0; i < log.size(); i++) {
      vectors.add(i, log.get(i));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("isShown", vectors.isShown);
    answer.put("changes", vectors.changes);
    return answer;
  }

  private void clear(int node) {
    Arrays.fill(counts[node], UNKNOWN);
    Arrays.fill(looks[node], "unknown");
    counts[node][node] = 0;
    looks[node][node] = "own";
  }

  private void add(int at, TraceEvent event) {
    switch (event) {
      case TraceEvent.Noted noted -> noted(at, members.indexOf(noted.node()), noted);
      case TraceEvent.Knows knows -> correct(at, members.indexOf(knows.node()), knows.state());
      case TraceEvent.Faulted(long when, Fault.Crash crash) -> {
        int node = members.indexOf(crash.node());
        for (int i = 0; i < members.size(); i++) {
          set(at, node, i, i == node ? 0 : UNKNOWN, i == node ? "own" : "unknown", NOBODY);
        }
      }
      default -> {}
    }
  }

  private void noted(int at, int node, TraceEvent.Noted noted) {
    switch (noted.note()) {
      case EventCounter.Tested(NodeId who, int count) -> {
        isShown = true;
        set(at, node, members.indexOf(who), count, isOdd(count) ? "faulty" : "correct", NOBODY);
      }
      case EventCounter.Learned(NodeId about, int count, NodeId from) -> {
        isShown = true;
        String look = isOdd(count) ? "told" : "learned";
        set(at, node, members.indexOf(about), count, look, members.indexOf(from));
      }
      default -> {}
    }
  }

  private static boolean isOdd(int count) {
    return count > 0 && (count & 1) == 1;
  }

  /** The numbers of a state are the truth; how they were come by stays as it was. */
  private void correct(int at, int node, Record state) {
    if (!Vectors.isVector(state, members.size())
        || !(Json.fields(state).values().iterator().next() instanceof List<?> numbers)) {
      return;
    }
    isShown = true;
    for (int i = 0; i < members.size(); i++) {
      if (numbers.get(i) instanceof Integer count && count != counts[node][i]) {
        String before = looks[node][i];
        String look = before.equals("unknown") ? "given" : parity(before, count);
        set(at, node, i, count, count < 0 ? "unknown" : look, NOBODY);
      }
    }
  }

  private static String parity(String look, int count) {
    return switch (look) {
      case "correct", "faulty" -> isOdd(count) ? "faulty" : "correct";
      case "learned", "told" -> isOdd(count) ? "told" : "learned";
      default -> look;
    };
  }

  private void set(int at, int node, int about, int count, String look, int from) {
    String shown = about == node ? "own" : look;
    boolean isNew =
        about >= 0 && (counts[node][about] != count || !looks[node][about].equals(shown));
    if (isNew) {
      counts[node][about] = count;
      looks[node][about] = shown;
      changes.add(List.of(at, node, about, count, shown, from));
    }
  }
}
