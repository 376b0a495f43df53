package coterie.recipe;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.SortedMap;

/**
 * Builds stacks of protocols that are not a {@link Recipe}, such as that of a service, again from
 * what a recording says of them. Found by {@link java.util.ServiceLoader}.
 */
public interface Blueprints {
  /** The word for the stack in recordings; no recipe has the same. */
  String name();

  /**
   * The blueprint that the node ran, but for those who heard it: a replay has no listeners.
   *
   * @param members those that the recording names
   * @param settings as they were recorded
   * @throws IllegalArgumentException if this version has no such stack
   */
  Blueprint blueprint(NodeId self, View members, SortedMap<String, String> settings);
}
