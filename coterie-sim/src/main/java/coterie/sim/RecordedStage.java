package coterie.sim;

import coterie.core.NodeId;
import coterie.recording.Scribe;

/** A stage in this process, each node of which can be recorded. */
public interface RecordedStage extends Stage {
  /**
   * Refuses messages and stable values that sockets and files would refuse, when the first node is
   * built. To be called before the start.
   */
  void requireCodecs();

  /**
   * Tells the scribe all that goes into that node and comes out of it, so that it can be replayed.
   * To be called before the start.
   */
  void record(NodeId node, Scribe scribe);
}
