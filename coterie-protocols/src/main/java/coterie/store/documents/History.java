package coterie.store.documents;

import coterie.clock.HybridClock;
import coterie.clock.VectorClock;
import coterie.core.Dot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The writes to a document that a replica remembers: the newest ones by their stamps, up to a
 * number and an age, and all siblings. It never changes.
 *
 * <p>What is remembered depends on the writes that have been seen, and on nothing else. Of two sets
 * of writes together, the N newest are among the N newest of the one or of the other, and the age
 * counts from the newest write, not from a clock. So each replica may forget by itself, at any
 * time, and those that have seen the same remember the same.
 */
final class History {
  private static final History NONE = new History(List.of());

  /** In the order of their stamps, the oldest first. */
  private final List<Edition> editions;

  private History(List<Edition> editions) {
    this.editions = editions;
  }

  static History none() {
    return NONE;
  }

  /** Of editions in any order. */
  static History of(Collection<Edition> editions) {
    return editions.isEmpty() ? NONE : new History(sorted(editions));
  }

  /** As they came from elsewhere: a flaw in them is not mended. */
  static History unpacked(List<Edition> editions) {
    return editions.isEmpty() ? NONE : new History(List.copyOf(editions));
  }

  private static List<Edition> sorted(Collection<Edition> editions) {
    return editions.stream().sorted(Edition.BY_STAMP).toList();
  }

  List<Edition> editions() {
    return editions;
  }

  History with(Edition edition) {
    List<Edition> more = new ArrayList<>(editions);
    more.add(edition);
    return of(more);
  }

  /** All that either remembers. */
  History join(History other) {
    TreeMap<Dot, Edition> both = new TreeMap<>();
    editions.forEach(each -> both.put(each.dot(), each));
    other.editions.forEach(each -> both.putIfAbsent(each.dot(), each));
    return of(both.values());
  }

  /**
   * Forgets what is beyond the limits and no sibling.
   *
   * @param count how many of the newest are kept; 0 if nothing is remembered at all
   * @param ageMillis and of these, those that are older than the newest by that much at most; 0 for
   *     no limit
   */
  History bounded(int count, long ageMillis, Predicate<Dot> isSibling) {
    if (count == 0 || editions.isEmpty()) {
      return NONE;
    }
    int first = Math.max(0, editions.size() - count);
    long newest = HybridClock.millis(editions.getLast().time());
    List<Edition> kept = new ArrayList<>();
    for (int i = 0; i < editions.size(); i++) {
      Edition each = editions.get(i);
      boolean isYoung = ageMillis == 0 || HybridClock.millis(each.time()) >= newest - ageMillis;
      if ((i >= first && isYoung) || isSibling.test(each.dot())) {
        kept.add(each);
      }
    }
    return kept.size() == editions.size() ? this : new History(List.copyOf(kept));
  }

  /** Of the writes that are remembered and belong to a version, those that no other supersedes. */
  List<Dot> base(Revision version) {
    TreeSet<Dot> heads = new TreeSet<>();
    TreeSet<Dot> older = new TreeSet<>();
    for (Edition each : editions) {
      if (version.covers(each.dot())) {
        heads.add(each.dot());
        addOlder(each, older);
      }
    }
    heads.removeAll(older);
    return List.copyOf(heads);
  }

  private void addOlder(Edition than, Set<Dot> older) {
    for (Edition each : editions) {
      if (than.supersedes(each.dot()) && older.add(each.dot())) {
        addOlder(each, older);
      }
    }
  }

  /** What no replica can have come to, as a sentence; null if nothing is wrong. */
  @Nullable String flaw(VectorClock context) {
    TreeSet<Dot> dots = new TreeSet<>();
    Edition last = null;
    for (Edition each : editions) {
      boolean isKnown =
          context.covers(each.dot())
              && each.past().isWithin(context)
              && each.base().stream().allMatch(context::covers);
      if (!isKnown || each.past().hasSingle() || each.supersedes(each.dot())) {
        return "the history has %s, which cannot be".formatted(each);
      }
      if (each.time() < 0 || each.time() > Document.TIME_MAX) {
        return "%s has a time that no clock gives".formatted(each.dot());
      }
      if (!dots.add(each.dot()) || (last != null && Edition.BY_STAMP.compare(last, each) >= 0)) {
        return "the history is out of order at %s".formatted(each.dot());
      }
      last = each;
    }
    return null;
  }
}
