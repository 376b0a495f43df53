package coterie.core;

/**
 * The identity of a node, the same everywhere and at all times: a number in the simulator, a hash
 * of cluster and name in production. It may be persisted, compared and sent.
 */
public record NodeId(long value) implements Comparable<NodeId> {
  @Override
  public int compareTo(NodeId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "P" + value;
  }
}
