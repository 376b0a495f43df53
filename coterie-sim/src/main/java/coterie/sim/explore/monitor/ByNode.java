package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Something of each node, as a value that never changes.
 *
 * @param values nodes of which there is nothing to say are left out
 */
record ByNode<T>(SortedMap<NodeId, T> values) {
  static <T> ByNode<T> none() {
    return new ByNode<>(Collections.emptySortedMap());
  }

  @Nullable T at(NodeId node) {
    return values.get(node);
  }

  T at(NodeId node, T fallback) {
    return values.getOrDefault(node, fallback);
  }

  ByNode<T> with(NodeId node, T value) {
    SortedMap<NodeId, T> more = new TreeMap<>(values);
    more.put(node, value);
    return new ByNode<>(more);
  }

  ByNode<T> with(NodeId node, T fallback, UnaryOperator<T> change) {
    return with(node, change.apply(at(node, fallback)));
  }

  ByNode<T> without(NodeId node) {
    SortedMap<NodeId, T> less = new TreeMap<>(values);
    less.remove(node);
    return new ByNode<>(less);
  }
}
