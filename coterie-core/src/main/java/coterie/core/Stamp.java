package coterie.core;

/**
 * The time that a logical clock gave to an event, and the node whose clock it was: a total order,
 * because between equal times the lower node goes first.
 *
 * @param time of a Lamport clock, its count; of a hybrid one, milliseconds and counter in one
 */
public record Stamp(long time, NodeId node) implements Comparable<Stamp> {
  /** Lies before every stamp of a clock. */
  public static final Stamp FIRST = new Stamp(0, new NodeId(Long.MIN_VALUE));

  /** The last stamp of that time: whatever has the same time comes at or before it. */
  public static Stamp lastOf(long time) {
    return new Stamp(time, new NodeId(Long.MAX_VALUE));
  }

  public boolean isBefore(Stamp other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(Stamp other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : node.compareTo(other.node);
  }

  @Override
  public String toString() {
    return time + "@" + node;
  }
}
