package coterie.store.registers;

import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * The value of a register, and the last write of every process that ever wrote it.
 *
 * @param version counts the writes; 0 if there was none
 * @param writes one of each process at most, in the order of their versions; the last one wrote
 *     this version
 */
public record Content(long version, String value, List<Write> writes) {
  /** Nothing was written yet. */
  static final Content NONE = new Content(0, "", List.of());

  /**
   * The call that wrote a version, named so that no two have the same name.
   *
   * @param life the incarnation of the process
   */
  public record Write(NodeId node, long life, long request, long version) {}

  public Content {
    writes = List.copyOf(writes);
  }

  /** The next version. */
  Content written(String newValue, NodeId node, long life, long request) {
    List<Write> all = new ArrayList<>(writes);
    all.removeIf(write -> write.node.equals(node));
    all.add(new Write(node, life, request, version + 1));
    return new Content(version + 1, newValue, all);
  }

  /**
   * The version that this call wrote; 0 if it has written none. It is to be the last call of its
   * process on this register.
   */
  long writtenBy(NodeId node, long life, long request) {
    for (Write write : writes) {
      if (write.node.equals(node) && write.life == life && write.request == request) {
        return write.version;
      }
    }
    return 0;
  }
}
