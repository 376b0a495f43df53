package coterie.core;

/** One event of a node: the one with that number, from 1 on. */
public record Dot(NodeId node, long number) implements Comparable<Dot> {
  @Override
  public int compareTo(Dot other) {
    int byNode = node.compareTo(other.node);
    return byNode != 0 ? byNode : Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return node + ":" + number;
  }
}
