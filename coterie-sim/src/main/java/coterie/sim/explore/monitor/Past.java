package coterie.sim.explore.monitor;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has happened before something, as far as clocks are concerned.
 *
 * @param stamps the highest stamp of each clock
 * @param sure how many events of each process a vector has to count
 * @param possible how many it may count: more than it has to, where a crash may have made a process
 *     forget
 */
record Past(
    SortedMap<String, Stamp> stamps,
    SortedMap<NodeId, Long> sure,
    SortedMap<NodeId, Long> possible) {
  static final Past NONE =
      new Past(
          Collections.emptySortedMap(), Collections.emptySortedMap(), Collections.emptySortedMap());

  /** Returns what happened before either. */
  Past and(Past other) {
    return new Past(
        merged(stamps, other.stamps), merged(sure, other.sure), merged(possible, other.possible));
  }

  /** Returns what happened before one of them, and nobody knows before which. */
  Past or(Past other) {
    SortedMap<String, Stamp> lower = new TreeMap<>();
    stamps.forEach(
        (clock, stamp) -> {
          Stamp its = other.stamps.get(clock);
          if (its != null) {
            lower.put(clock, stamp.isBefore(its) ? stamp : its);
          }
        });
    SortedMap<NodeId, Long> fewer = new TreeMap<>();
    sure.forEach(
        (node, count) -> {
          Long its = other.sure.get(node);
          if (its != null) {
            fewer.put(node, Math.min(count, its));
          }
        });
    return new Past(lower, fewer, merged(possible, other.possible));
  }

  private static <K extends Comparable<K>, V extends Comparable<V>> SortedMap<K, V> merged(
      SortedMap<K, V> some, SortedMap<K, V> others) {
    SortedMap<K, V> all = new TreeMap<>(some);
    others.forEach((key, value) -> all.merge(key, value, Past::higher));
    return all;
  }

  private static <V extends Comparable<V>> V higher(V one, V other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** Returns the past of what follows an event with that stamp. */
  Past stamped(String clock, Stamp stamp) {
    SortedMap<String, Stamp> more = new TreeMap<>(stamps);
    more.put(clock, stamp);
    return new Past(more, sure, possible);
  }

  /** Returns the past after one more event of that process, which it counts itself. */
  Past counted(NodeId node) {
    long next = sure.getOrDefault(node, 0L) + 1;
    SortedMap<NodeId, Long> surely = new TreeMap<>(sure);
    surely.put(node, next);
    SortedMap<NodeId, Long> possibly = new TreeMap<>(possible);
    possibly.put(node, next);
    return new Past(stamps, surely, possibly);
  }

  /** Returns what that process remembers after a crash: what others may know of, and maybe more. */
  Past after(NodeId crashed, Past shown) {
    SortedMap<NodeId, Long> possibly = new TreeMap<>(possible);
    possibly.put(crashed, shown.sure.getOrDefault(crashed, 0L));
    return new Past(shown.stamps, shown.sure, possibly);
  }

  /** Returns what is wrong with the vector of an event with this past; null if nothing is. */
  @Nullable String wrong(List<Dot> vector) {
    SortedMap<NodeId, Long> given = new TreeMap<>();
    vector.forEach(dot -> given.put(dot.node(), dot.number()));
    List<NodeId> nodes = new ArrayList<>(possible.keySet());
    given.keySet().stream().filter(node -> !possible.containsKey(node)).forEach(nodes::add);
    for (NodeId node : nodes) {
      long counted = given.getOrDefault(node, 0L);
      long least = sure.getOrDefault(node, 0L);
      long most = possible.getOrDefault(node, 0L);
      if (counted < least || counted > most) {
        return "counts %d event%s of %s, and %d happened before"
            .formatted(counted, counted == 1 ? "" : "s", node, counted < least ? least : most);
      }
    }
    return null;
  }
}
