package coterie.store;

import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * The value of a register, and which calls wrote it and the versions before.
 *
 * @param version counts the writes; 0 if there was none
 * @param writers of the last versions, the oldest first; the last one wrote this version
 */
public record Content(long version, String value, List<Writer> writers) {
  /** So many of the last writers are remembered. */
  public static final int WRITERS_MAX = 16;

  /** Nothing was written yet. */
  static final Content NONE = new Content(0, "", List.of());

  /**
   * A call, named so that no two have the same name.
   *
   * @param life the incarnation of the process
   */
  public record Writer(NodeId node, long life, long request) {}

  public Content {
    writers = List.copyOf(writers);
  }

  /** The next version. */
  Content written(String newValue, Writer writer) {
    List<Writer> all = new ArrayList<>(writers);
    all.add(writer);
    int surplus = Math.max(0, all.size() - WRITERS_MAX);
    return new Content(version + 1, newValue, all.subList(surplus, all.size()));
  }

  /** The version that this call wrote; 0 if it is not among the last writers. */
  long writtenBy(Writer writer) {
    int index = writers.lastIndexOf(writer);
    return index < 0 ? 0 : version - writers.size() + 1 + index;
  }

  /** Whether the writers of all versions after that one are remembered. */
  boolean remembersSince(long earlier) {
    return version - writers.size() <= earlier;
  }
}
