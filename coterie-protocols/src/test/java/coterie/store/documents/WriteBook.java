package coterie.store.documents;

import coterie.core.Dot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Knows of every write what its writer had read, as plain sets and without vectors, and says by
 * that what a replica must show of the writes that it has seen.
 */
final class WriteBook {
  /** What a client saw of a document at one replica. */
  record Read(String name, String version, Set<Dot> shown, Set<Dot> seen) {}

  /**
   * One write.
   *
   * @param past what it was based on, and what that was based on, and so forth
   */
  record Entry(Dot dot, String content, Set<Dot> past, long time) {}

  /** How many versions a replica remembers, besides its siblings. */
  static final int REMEMBERED = 5;

  private final Map<String, Map<Dot, Entry>> documents = new TreeMap<>();
  private final Map<String, Set<Dot>> lost = new TreeMap<>();
  final List<String> wrong = new ArrayList<>();

  /** What a client reads now. */
  Read read(Documents replica, String name) {
    Set<Dot> shown = new TreeSet<>();
    replica.document(name).siblings().forEach(sibling -> shown.add(sibling.dot()));
    return new Read(name, replica.fetch(name).version(), shown, seen(replica, name).keySet());
  }

  /**
   * A write that superseded these has just been made at that replica, with a content of its own.
   */
  void wrote(Documents replica, String name, Set<Dot> superseded, String content) {
    Map<Dot, Entry> entries = documents.computeIfAbsent(name, key -> new LinkedHashMap<>());
    Set<Dot> past = new TreeSet<>(superseded);
    superseded.forEach(dot -> past.addAll(past(entries.get(dot))));
    for (Sibling sibling : replica.document(name).siblings()) {
      if (sibling.content().equals(content)) {
        Entry entry = new Entry(sibling.dot(), content, past, sibling.time());
        if (entries.put(sibling.dot(), entry) != null) {
          wrong.add("the dot %s of %s was used twice".formatted(sibling.dot(), name));
        }
        return;
      }
    }
    wrong.add("what was just written to %s is not shown".formatted(name));
  }

  private static Set<Dot> past(@Nullable Entry entry) {
    return entry == null ? Set.of() : entry.past;
  }

  /** A process is back; what a crash has taken was never durable and has never happened. */
  void returned(Documents replica, long node) {
    for (Map.Entry<String, Map<Dot, Entry>> document : documents.entrySet()) {
      for (Dot dot : document.getValue().keySet()) {
        if (dot.node().value() == node && !replica.hasSeen(document.getKey(), dot)) {
          lost.computeIfAbsent(document.getKey(), key -> new TreeSet<>()).add(dot);
        }
      }
    }
  }

  boolean isLost(String name, Dot dot) {
    return lost.getOrDefault(name, Set.of()).contains(dot);
  }

  /** Whether a replica has seen all that a reader had seen, as far as it was not lost. */
  boolean hasSeenAll(Documents replica, Read read) {
    return seen(replica, read.name).keySet().containsAll(read.seen);
  }

  private Map<Dot, Entry> seen(Documents replica, String name) {
    Map<Dot, Entry> seen = new TreeMap<>(documents.getOrDefault(name, Map.of()));
    seen.keySet().removeIf(dot -> isLost(name, dot) || !replica.hasSeen(name, dot));
    return seen;
  }

  /** Compares what a replica shows with what it must show, given the writes that it has seen. */
  void check(Documents replica, long node) {
    for (String name : documents.keySet()) {
      Map<Dot, Entry> seen = seen(replica, name);
      Map<Dot, String> expected = new TreeMap<>();
      seen.forEach((dot, entry) -> expected.put(dot, entry.content));
      seen.values().forEach(entry -> expected.keySet().removeAll(entry.past));
      Map<Dot, String> shown = new TreeMap<>();
      replica.document(name).siblings().forEach(each -> shown.put(each.dot(), each.content()));
      if (!shown.equals(expected)) {
        wrong.add("P%d shows %s of %s, not %s".formatted(node, shown, name, expected));
      }
      checkHistory(replica.document(name), node, seen, expected.keySet());
    }
  }

  /** The newest by their stamps and the siblings, and each with what it was made from. */
  private void checkHistory(Document document, long node, Map<Dot, Entry> seen, Set<Dot> current) {
    List<Entry> order =
        seen.values().stream()
            .sorted(
                Comparator.comparingLong(Entry::time)
                    .thenComparing(entry -> entry.dot.node())
                    .thenComparing(Entry::dot))
            .toList();
    List<Dot> expected = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      Dot dot = order.get(i).dot;
      if (i >= order.size() - REMEMBERED || current.contains(dot)) {
        expected.add(dot);
      }
    }
    List<Edition> remembered = document.history().editions();
    if (!remembered.stream().map(Edition::dot).toList().equals(expected)) {
      wrong.add(
          "P%d remembers %s of %s, not %s".formatted(node, remembered, document.name(), expected));
    }
    for (Edition edition : remembered) {
      Entry entry = seen.get(edition.dot());
      if (entry != null && !isBase(edition.base(), entry, seen)) {
        wrong.add(
            "P%d remembers that %s of %s was made from %s"
                .formatted(node, edition.dot(), document.name(), edition.base()));
      }
    }
  }

  /** Some of its past, of which none is the past of another. */
  private static boolean isBase(List<Dot> base, Entry entry, Map<Dot, Entry> seen) {
    return entry.past.containsAll(base)
        && base.stream().noneMatch(dot -> base.stream().anyMatch(past(seen.get(dot))::contains));
  }

  /** Every write that was not lost must be there in the end. */
  void checkAll(Documents replica, long node) {
    for (String name : documents.keySet()) {
      for (Dot dot : documents.getOrDefault(name, Map.of()).keySet()) {
        if (!isLost(name, dot) && !replica.hasSeen(name, dot)) {
          wrong.add("P%d has never seen %s of %s".formatted(node, dot, name));
        }
      }
    }
  }
}
