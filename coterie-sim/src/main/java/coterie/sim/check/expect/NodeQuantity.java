package coterie.sim.check.expect;

import coterie.core.NodeId;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Of whom something is said: one node, or those that are up.
 *
 * @param node null for a word that means several
 */
public record NodeQuantity(Quantity quantity, @Nullable NodeId node) {
  /** How many of those that are up. */
  public enum Quantity {
    ONE,
    ALL,
    ANY,
    NOBODY
  }

  public static NodeQuantity of(NodeId node) {
    return new NodeQuantity(Quantity.ONE, node);
  }

  /**
   * Returns whether it holds of that many.
   *
   * @param except is not asked, as a node has no opinion of itself; null if all are
   */
  boolean has(Standing standing, @Nullable NodeId except, Predicate<NodeId> property) {
    if (node != null) {
      return property.test(node);
    }
    List<NodeId> asked = standing.up().stream().filter(one -> !one.equals(except)).toList();
    return switch (quantity) {
      case ONE, ALL -> asked.stream().allMatch(property);
      case ANY -> asked.stream().anyMatch(property);
      case NOBODY -> asked.stream().noneMatch(property);
    };
  }

  /** Returns the nodes of whom it is worth saying what is seen. */
  List<NodeId> nodes(Standing standing) {
    return node != null ? List.of(node) : List.copyOf(standing.up());
  }
}
