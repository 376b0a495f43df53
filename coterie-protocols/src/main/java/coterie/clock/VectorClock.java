package coterie.clock;

import coterie.core.Dot;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A vector of counts, one for every node that is not at 0. It never changes. One vector is before
 * another exactly if its event happened before the other's.
 *
 * <p>F. Mattern, "Virtual time and global states of distributed systems", 1988.
 */
public final class VectorClock {
  private static final VectorClock NONE = new VectorClock(List.of());

  private final List<Dot> entries;

  private VectorClock(List<Dot> entries) {
    this.entries = entries;
  }

  /** All nodes at 0. */
  public static VectorClock none() {
    return NONE;
  }

  /** Entries with numbers from 1 on, in any order, at most one a node. */
  public static VectorClock of(List<Dot> entries) {
    return new VectorClock(entries.stream().sorted().toList());
  }

  /** The entries, sorted by node. */
  public List<Dot> entries() {
    return entries;
  }

  /** The count of a node; 0 if there is no entry. */
  public long at(NodeId node) {
    for (Dot dot : entries) {
      if (dot.node().equals(node)) {
        return dot.number();
      }
    }
    return 0;
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
    return merge(new VectorClock(List.of(dot)));
  }

  /** The higher one of both counts for every node. */
  public VectorClock merge(VectorClock other) {
    TreeMap<NodeId, Long> counts = new TreeMap<>();
    entries.forEach(dot -> counts.merge(dot.node(), dot.number(), Math::max));
    other.entries.forEach(dot -> counts.merge(dot.node(), dot.number(), Math::max));
    List<Dot> merged = new ArrayList<>();
    counts.forEach((node, number) -> merged.add(new Dot(node, number)));
    return new VectorClock(merged);
  }

  /** Without a node that is gone for good. */
  public VectorClock without(NodeId node) {
    return new VectorClock(entries.stream().filter(dot -> !dot.node().equals(node)).toList());
  }

  /** Whether that event is this one or happened before it. */
  public boolean covers(Dot dot) {
    return at(dot.node()) >= dot.number();
  }

  /** Whether the other one is before this one or equal. */
  public boolean covers(VectorClock other) {
    return other.entries.stream().allMatch(this::covers);
  }

  public Order compare(VectorClock other) {
    boolean isBelow = other.covers(this);
    boolean isAbove = covers(other);
    if (isBelow) {
      return isAbove ? Order.EQUAL : Order.BEFORE;
    }
    return isAbove ? Order.AFTER : Order.CONCURRENT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VectorClock that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
