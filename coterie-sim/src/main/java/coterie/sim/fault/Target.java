package coterie.sim.fault;

import coterie.core.NodeId;
import java.util.List;

/** The node that a fault or a call means: by its id, or by the role that it has at that instant. */
public sealed interface Target {
  /** Returns the node, which is known once its role has been looked up. */
  NodeId node();

  /** Returns the word of a scenario file. */
  String text();

  static Target of(NodeId id) {
    return new Known(id);
  }

  static List<Target> of(List<NodeId> ids) {
    return ids.stream().map(Target::of).toList();
  }

  /** A node that is named by its id. */
  record Known(NodeId node) implements Target {
    @Override
    public String text() {
      return node.toString();
    }
  }

  /**
   * The node that has a role.
   *
   * @param isNext whether the fault waits until a node has it
   */
  record Player(Role role, boolean isNext) implements Target {
    @Override
    public NodeId node() {
      throw new IllegalStateException("the node that is the " + role.word() + " is not known yet");
    }

    @Override
    public String text() {
      return isNext ? role.nextWord() : role.word();
    }
  }
}
