package coterie.clock;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.wire.Packed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A vector of counts, one for every node that is not at 0. It never changes. If every event of a
 * node counts the node's own entry up, and who receives a message merges what it carries, then one
 * vector is before another exactly if its event happened before the other's.
 *
 * <p>It costs an entry for every node that ever counted. Nodes may come as they like. To drop the
 * entry of one that has gone ({@link #without}, {@link #retaining}) is safe only when nobody
 * compares the result with a vector that still has it: all who take part must have seen the last
 * event of that node, and drop it from all the vectors that they keep. Otherwise what is pruned
 * seems not to know the node's events: a later vector without the entry and an earlier one with it
 * are {@link Order#CONCURRENT} though one happened before the other, and a merge of both brings the
 * entry back. A node that returns under the same name after that counts on from where it was, and
 * not from 0, or its new events are taken for old ones.
 *
 * <p>Merging, comparing and looking up allocate nothing but the outcome; a merge returns one of
 * both sides where that covers the other. Two vectors over the same nodes share the list of nodes.
 *
 * <p>F. Mattern, "Virtual time and global states of distributed systems", 1988; C. Fidge,
 * "Timestamps in message-passing systems that preserve the partial ordering", 1988.
 */
public final class VectorClock implements Packed<VectorClock.Pairs> {
  /** More entries than that do not come from a correct sender. */
  public static final int ENTRIES_MAX = 1 << 16;

  /** No node ever counts that far; a greater count does not come from a correct sender. */
  public static final long COUNT_MAX = 1L << 60;

  private static final VectorClock NONE = new VectorClock(new long[0], new long[0]);

  /**
   * What is sent of it: for every entry the distance of its node from the one before (from 0 for
   * the first), which is a small number where nodes are numbered, and its count.
   */
  public record Pairs(List<Long> numbers) {}

  /** In ascending order, each once. */
  private final long[] nodes;

  /** All from 1 on. */
  private final long[] counts;

  private VectorClock(long[] nodes, long[] counts) {
    this.nodes = nodes;
    this.counts = counts;
  }

  /** All nodes at 0. */
  public static VectorClock none() {
    return NONE;
  }

  /** Entries with numbers from 1 on, in any order, at most one a node. */
  public static VectorClock of(List<Dot> entries) {
    List<Dot> sorted = entries.stream().sorted().toList();
    long[] nodes = new long[sorted.size()];
    long[] counts = new long[sorted.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = sorted.get(i).node().value();
      counts[i] = sorted.get(i).number();
    }
    return checked(nodes, counts);
  }

  /** The way back from {@link #packed}; throws where the numbers are not a vector. */
  public static VectorClock unpacked(Pairs pairs) {
    List<Long> numbers = pairs.numbers;
    int size = numbers.size() / 2;
    if (size > ENTRIES_MAX || numbers.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "a vector is pairs of numbers, at most %d, not %d numbers"
              .formatted(ENTRIES_MAX, numbers.size()));
    }
    long[] nodes = new long[size];
    long[] counts = new long[size];
    long node = 0;
    for (int i = 0; i < size; i++) {
      node += numbers.get(2 * i);
      nodes[i] = node;
      counts[i] = numbers.get(2 * i + 1);
    }
    return checked(nodes, counts);
  }

  @Override
  public Pairs packed() {
    Long[] numbers = new Long[2 * nodes.length];
    long before = 0;
    for (int i = 0; i < nodes.length; i++) {
      // The distance of two hashes may leave the range of a long; it wraps, and back again.
      numbers[2 * i] = nodes[i] - before;
      numbers[2 * i + 1] = counts[i];
      before = nodes[i];
    }
    return new Pairs(Arrays.asList(numbers));
  }

  private static VectorClock checked(long[] nodes, long[] counts) {
    for (int i = 0; i < nodes.length; i++) {
      if (i > 0 && nodes[i] <= nodes[i - 1]) {
        throw new IllegalArgumentException(
            "a vector has every node at most once, in ascending order, and not %s after %s"
                .formatted(new NodeId(nodes[i]), new NodeId(nodes[i - 1])));
      }
      requireCount(nodes[i], counts[i]);
    }
    return nodes.length == 0 ? NONE : new VectorClock(nodes, counts);
  }

  private static void requireCount(long node, long count) {
    if (count < 1 || count > COUNT_MAX) {
      throw new IllegalArgumentException(
          "a count in a vector is from 1 to %d, not %d as that of %s"
              .formatted(COUNT_MAX, count, new NodeId(node)));
    }
  }

  /** How many nodes are not at 0. */
  public int size() {
    return nodes.length;
  }

  /** The entries, sorted by node. */
  public List<Dot> entries() {
    List<Dot> entries = new ArrayList<>(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      entries.add(new Dot(new NodeId(nodes[i]), counts[i]));
    }
    return List.copyOf(entries);
  }

  /** The count of a node; 0 if there is no entry. */
  public long at(NodeId node) {
    int index = Arrays.binarySearch(nodes, node.value());
    return index < 0 ? 0 : counts[index];
  }

  /** The next event of a node that knows this. */
  public Dot next(NodeId node) {
    return new Dot(node, at(node) + 1);
  }

  /** With one more event of a node. */
  public VectorClock increment(NodeId node) {
    return with(next(node));
  }

  /** With that node at that number or higher. */
  public VectorClock with(Dot dot) {
    long node = dot.node().value();
    requireCount(node, dot.number());
    int index = Arrays.binarySearch(nodes, node);
    if (index < 0) {
      return inserted(-index - 1, node, dot.number());
    }
    if (counts[index] >= dot.number()) {
      return this;
    }
    long[] raised = counts.clone();
    raised[index] = dot.number();
    return new VectorClock(nodes, raised);
  }

  private VectorClock inserted(int index, long node, long count) {
    assert index == nodes.length || nodes[index] > node : "entries are found by halving";
    return new VectorClock(inserted(nodes, index, node), inserted(counts, index, count));
  }

  private static long[] inserted(long[] numbers, int index, long number) {
    long[] more = new long[numbers.length + 1];
    System.arraycopy(numbers, 0, more, 0, index);
    more[index] = number;
    System.arraycopy(numbers, index, more, index + 1, numbers.length - index);
    return more;
  }

  /** The higher one of both counts for every node: the least vector that covers both. */
  public VectorClock merge(VectorClock other) {
    return switch (compare(other)) {
      case EQUAL, AFTER -> this;
      case BEFORE -> other;
      case CONCURRENT -> Arrays.equals(nodes, other.nodes) ? highest(other) : union(other);
    };
  }

  /** The merge of two vectors over the same nodes. */
  private VectorClock highest(VectorClock other) {
    long[] merged = new long[counts.length];
    for (int i = 0; i < merged.length; i++) {
      merged[i] = Math.max(counts[i], other.counts[i]);
    }
    return new VectorClock(nodes, merged);
  }

  private VectorClock union(VectorClock other) {
    long[] mergedNodes = new long[nodes.length + other.nodes.length];
    long[] mergedCounts = new long[mergedNodes.length];
    int i = 0;
    int j = 0;
    int size = 0;
    while (i < nodes.length && j < other.nodes.length) {
      long mine = nodes[i];
      long theirs = other.nodes[j];
      if (mine < theirs) {
        mergedNodes[size] = mine;
        mergedCounts[size++] = counts[i++];
      } else if (mine > theirs) {
        mergedNodes[size] = theirs;
        mergedCounts[size++] = other.counts[j++];
      } else {
        mergedNodes[size] = mine;
        mergedCounts[size++] = Math.max(counts[i++], other.counts[j++]);
      }
    }
    size = copied(i, mergedNodes, mergedCounts, size);
    size = other.copied(j, mergedNodes, mergedCounts, size);
    return size == mergedNodes.length
        ? new VectorClock(mergedNodes, mergedCounts)
        : new VectorClock(Arrays.copyOf(mergedNodes, size), Arrays.copyOf(mergedCounts, size));
  }

  /** Copies the entries from an index on; returns how many there are in all then. */
  private int copied(int from, long[] toNodes, long[] toCounts, int size) {
    int length = nodes.length - from;
    System.arraycopy(nodes, from, toNodes, size, length);
    System.arraycopy(counts, from, toCounts, size, length);
    return size + length;
  }

  /** Without a node that is gone for good; see above when that is safe. */
  public VectorClock without(NodeId node) {
    int index = Arrays.binarySearch(nodes, node.value());
    if (index < 0) {
      return this;
    }
    return nodes.length == 1 ? NONE : new VectorClock(less(nodes, index), less(counts, index));
  }

  private static long[] less(long[] numbers, int index) {
    long[] fewer = Arrays.copyOf(numbers, numbers.length - 1);
    System.arraycopy(numbers, index + 1, fewer, index, fewer.length - index);
    return fewer;
  }

  /** Without all nodes that are not members; see above when that is safe. */
  public VectorClock retaining(View members) {
    VectorClock kept = this;
    for (long value : nodes) {
      NodeId node = new NodeId(value);
      kept = members.indexOf(node) < 0 ? kept.without(node) : kept;
    }
    return kept;
  }

  /** Whether that event is this one or happened before it. */
  public boolean covers(Dot dot) {
    return at(dot.node()) >= dot.number();
  }

  /** Whether the other one is before this one or equal. */
  public boolean covers(VectorClock other) {
    int i = 0;
    for (int j = 0; j < other.nodes.length; j++) {
      while (i < nodes.length && nodes[i] < other.nodes[j]) {
        i++;
      }
      if (i == nodes.length || nodes[i] > other.nodes[j] || counts[i] < other.counts[j]) {
        return false;
      }
    }
    return true;
  }

  /** A vector covers another one only if it has all its nodes: so lengths tell which one can. */
  public Order compare(VectorClock other) {
    if (nodes.length > other.nodes.length) {
      return covers(other) ? Order.AFTER : Order.CONCURRENT;
    }
    if (nodes.length < other.nodes.length) {
      return other.covers(this) ? Order.BEFORE : Order.CONCURRENT;
    }
    return Arrays.equals(nodes, other.nodes) ? compareCounts(other) : Order.CONCURRENT;
  }

  /** Of two vectors over the same nodes, without a branch: a difference below 0 sets the sign. */
  private Order compareCounts(VectorClock other) {
    long lower = 0;
    long higher = 0;
    for (int i = 0; i < counts.length; i++) {
      lower |= counts[i] - other.counts[i];
      higher |= other.counts[i] - counts[i];
    }
    return order(higher >= 0, lower >= 0);
  }

  private static Order order(boolean isBelow, boolean isAbove) {
    if (isBelow) {
      return isAbove ? Order.EQUAL : Order.BEFORE;
    }
    return isAbove ? Order.AFTER : Order.CONCURRENT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VectorClock that
        && Arrays.equals(nodes, that.nodes)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(nodes) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return entries().toString();
  }
}
