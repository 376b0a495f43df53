package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Json;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each process holds of each other: that it is up, suspected, failed, gone or unknown. It is
 * read from the states that detectors and memberships show, and from their notes.
 */
final class RunOpinions {
  private static final String TRUSTS = "trusts";
  private static final String SUSPECTS = "suspects";
  private static final String UNKNOWN = "unknown";

  private final View members;
  private final String[][] opinions;
  private final List<List<Object>> changes = new ArrayList<>();
  private boolean isShown;

  private RunOpinions(View members) {
    this.members = members;
    this.opinions = new String[members.size()][members.size()];
    for (String[] row : opinions) {
      Arrays.fill(row, UNKNOWN);
    }
  }

  /**
   * Returns the changes: event, observer, about whom, and the word: trusts, suspects, failed, left
   * or unknown. What is in none is unknown.
   */
  static Map<String, Object> of(EventLog log) {
    RunOpinions opinions = new RunOpinions(log.members());
    for (int i = 0; i < log.size(); i++) {
      opinions.add(i, log.get(i));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("isShown", opinions.isShown);
    answer.put("changes", opinions.changes);
    return answer;
  }

  private void add(int at, TraceEvent event) {
    switch (event) {
      case TraceEvent.Noted noted -> noted(at, members.indexOf(noted.node()), noted.note());
      case TraceEvent.Knows knows -> shown(at, members.indexOf(knows.node()), knows.state());
      case TraceEvent.Faulted(long when, Fault.Crash crash) -> {
        for (int i = 0; i < members.size(); i++) {
          set(at, members.indexOf(crash.node()), i, UNKNOWN);
        }
      }
      default -> {}
    }
  }

  private void noted(int at, int node, Note note) {
    switch (note) {
      case Note.Suspected(NodeId who) -> hold(at, node, who, SUSPECTS);
      case Note.Trusted(NodeId who) -> hold(at, node, who, TRUSTS);
      case Note.Unknown(NodeId who) -> hold(at, node, who, UNKNOWN);
      case Note.Joined(NodeId who) -> hold(at, node, who, TRUSTS);
      case Note.Failed(NodeId who) -> hold(at, node, who, "failed");
      case Note.Left(NodeId who) -> hold(at, node, who, "left");
      default -> {}
    }
  }

  private void hold(int at, int node, NodeId who, String word) {
    isShown = true;
    set(at, node, members.indexOf(who), word);
  }

  /** Detectors list whom they suspect; memberships whom they hold alive; rings a word for each. */
  private void shown(int at, int node, Record state) {
    Map<String, @Nullable Object> fields = Json.fields(state);
    if (fields.get("suspects") instanceof List<?> suspects) {
      isShown = true;
      for (int i = 0; i < members.size(); i++) {
        set(at, node, i, suspects.contains(members.at(i)) ? SUSPECTS : TRUSTS);
      }
    } else if (fields.get("alive") instanceof List<?>) {
      isShown = true;
      for (int i = 0; i < members.size(); i++) {
        set(at, node, i, listed(fields, members.at(i)));
      }
    } else if (fields.get("listed") instanceof List<?> entries) {
      isShown = true;
      entries.forEach(entry -> listed(at, node, entry));
    } else if (fields.get("state") instanceof List<?> words && words.size() == members.size()) {
      for (int i = 0; i < members.size(); i++) {
        String word = word(words.get(i));
        if (word != null) {
          isShown = true;
          set(at, node, i, word);
        }
      }
    }
  }

  /** An entry of a list that says of each member what it is. */
  private void listed(int at, int node, @Nullable Object entry) {
    if (entry instanceof Record one
        && Json.fields(one).get("who") instanceof NodeId who
        && Json.fields(one).get("status") instanceof Enum<?> status) {
      String word = status.name().toLowerCase(Locale.ROOT);
      set(at, node, members.indexOf(who), word.equals("alive") ? TRUSTS : word);
    }
  }

  private static String listed(Map<String, @Nullable Object> fields, NodeId who) {
    for (String field : List.of("alive", "suspect", "failed", "left")) {
      if (fields.get(field) instanceof List<?> list && list.contains(who)) {
        return field.equals("alive") ? TRUSTS : field.equals("suspect") ? SUSPECTS : field;
      }
    }
    return UNKNOWN;
  }

  /** Of an entry of a vector: a count that is odd for a process found faulty, or a word. */
  private static @Nullable String word(@Nullable Object entry) {
    return switch (entry) {
      case Integer count -> count < 0 ? UNKNOWN : (count & 1) == 1 ? SUSPECTS : TRUSTS;
      case Enum<?> status ->
          switch (status.name().toLowerCase(Locale.ROOT)) {
            case "correct" -> TRUSTS;
            case "faulty" -> SUSPECTS;
            case "unknown" -> UNKNOWN;
            default -> null;
          };
      case null, default -> null;
    };
  }

  private void set(int at, int node, int about, String word) {
    if (about >= 0 && about != node && !opinions[node][about].equals(word)) {
      opinions[node][about] = word;
      changes.add(List.of(at, node, about, word));
    }
  }
}
