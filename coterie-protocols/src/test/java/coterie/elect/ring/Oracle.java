package coterie.elect.ring;

import coterie.core.NodeId;
import coterie.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A detector that knows what a test has told it. */
final class Oracle implements Detector {
  private final TreeSet<NodeId> suspects = new TreeSet<>();
  private final List<Listener> listeners = new ArrayList<>();

  /** Suspects that one from now on; without a word to its listeners if it is quiet. */
  void suspect(NodeId who, boolean quietly) {
    suspects.add(who);
    if (!quietly) {
      listeners.forEach(listener -> listener.suspected(who));
    }
  }

  @Override
  public boolean suspects(NodeId member) {
    return suspects.contains(member);
  }

  @Override
  public List<NodeId> suspects() {
    return List.copyOf(suspects);
  }

  @Override
  public List<NodeId> alive() {
    return List.of();
  }

  @Override
  public void listen(Listener listener) {
    listeners.add(listener);
  }
}
