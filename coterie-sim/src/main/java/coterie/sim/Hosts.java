package coterie.sim;

import coterie.core.NodeId;
import coterie.core.View;
import org.jspecify.annotations.Nullable;

/** All nodes: their ids, and in which life they are. */
public final class Hosts {
  private final View members;
  private final long seed;
  private final NodeId[] ids;
  private final int[] incarnations;
  private final int[] restartedAt;
  private final @Nullable SeededRandom[] randoms;
  private int restarts;

  public Hosts(View members, long seed) {
    this.members = members;
    this.seed = seed;
    int size = members.size();
    ids = new NodeId[size];
    for (int i = 0; i < size; i++) {
      ids[i] = members.at(i);
    }
    incarnations = new int[size];
    restartedAt = new int[size];
    randoms = new @Nullable SeededRandom[size];
  }

  public int size() {
    return ids.length;
  }

  public View members() {
    return members;
  }

  public NodeId id(int index) {
    return ids[index];
  }

  public int index(NodeId id) {
    int index = members.indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no %s; the nodes are %s to %s".formatted(id, ids[0], ids[ids.length - 1]));
    }
    return index;
  }

  public long incarnation(int index) {
    return incarnations[index];
  }

  public SeededRandom random(int index) {
    SeededRandom random = randoms[index];
    if (random == null) {
      random = new SeededRandom(Mix.mix(Mix.mix(seed, 0xA11CE), index, incarnations[index]));
      randoms[index] = random;
    }
    return random;
  }

  /** Counts the recoveries of all nodes; what is sent carries it. */
  public int restarts() {
    return restarts;
  }

  /** Whether the node was started again after that count: it then drops what was meant before. */
  public boolean isStale(int index, int stamp) {
    return stamp != restarts && restartedAt[index] > stamp;
  }

  /** Begins the next life of a node. */
  public void begin(int index) {
    if (++incarnations[index] > 1) {
      restartedAt[index] = ++restarts;
    }
    randoms[index] = null;
  }
}
