package coterie.core;

/**
 * How a node is built: called at every start of every node, so that what it makes begins empty
 * after a crash. All nodes of a kind share one blueprint; it holds no state of its own.
 */
@FunctionalInterface
public interface Blueprint {
  void build(Node node);
}
