package coterie.net.greet;

import coterie.core.NodeId;
import java.net.InetSocketAddress;

/** What came of a greeting. */
public sealed interface Greeted {
  /** The other one is of the same cluster, and each knows now where the other is. */
  record Welcome(NodeId node, String name, long incarnation, InetSocketAddress address)
      implements Greeted {}

  /**
   * The other one does not let this node in.
   *
   * @param sentence for people
   * @param latest the latest life of this name that the other one knows; 0 if it has not said
   * @param isTwin whether the other one goes by this name itself
   */
  record Refused(Greeting.Reason reason, String sentence, long latest, boolean isTwin)
      implements Greeted {}

  /**
   * Nobody has answered.
   *
   * @param sentence for people
   */
  record Silent(String sentence) implements Greeted {}
}
