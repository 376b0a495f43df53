package coterie.lab.timeline;

import coterie.core.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The processes that wait for each lock and that are inside, for tables. */
final class Standings {
  private static final String WAITING = "WAITING";
  private static final String INSIDE = "INSIDE";

  private final List<SortedMap<String, String>> byNode = new ArrayList<>();

  Standings(int size) {
    for (int i = 0; i < size; i++) {
      byNode.add(new TreeMap<>());
    }
  }

  /** Returns whether the note is about a lock. */
  boolean noted(int node, Note note) {
    SortedMap<String, String> of = byNode.get(node);
    switch (note) {
      case Note.Wanted(String lock) -> of.put(lock, WAITING);
      case Note.Entered(String lock, long token) -> of.put(lock, INSIDE);
      case Note.Exited(String lock, long token) -> of.remove(lock);
      case Note.LostLock(String lock, long token) -> of.remove(lock);
      case Note.GaveUp(String lock) -> of.remove(lock);
      default -> {
        return false;
      }
    }
    return true;
  }

  void crashed(int node) {
    byNode.get(node).clear();
  }

  /** How it stands, before its own words for its state, unless these say it as well. */
  String joined(int node, String state) {
    StringBuilder words = new StringBuilder();
    byNode
        .get(node)
        .forEach(
            (lock, standing) -> {
              String text = lock.equals(Note.ONLY_LOCK) ? standing : standing + Phrases.TIE + lock;
              if (!state.contains(text)) {
                words.append(text).append(' ');
              }
            });
    return words.append(state).toString().strip();
  }
}
