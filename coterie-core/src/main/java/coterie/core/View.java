package coterie.core;

import java.util.Collection;

/** The members that a protocol works with, in ascending order, which is also the order of rings. */
public interface View {
  int size();

  /** The member at that position, from 0 to size - 1. */
  NodeId at(int index);

  /** The position of a member, or -1 for one that does not belong. */
  int indexOf(NodeId member);

  /** The position that follows on the ring. */
  default int after(int index) {
    return index + 1 == size() ? 0 : index + 1;
  }

  /**
   * A number of 32 bits that two different lists share only by a rare chance, and two nodes with
   * the same list always: by it, those that were given different lists find out.
   */
  default long fingerprint() {
    long hash = size();
    for (int i = 0; i < size(); i++) {
      hash = scatter(hash ^ at(i).value());
    }
    return hash >>> 32;
  }

  /** Scatters the bits of a number (the finalizer of Steele et al., SplitMix, 2014). */
  private static long scatter(long z) {
    z += 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** A list of members that never changes. */
  static View of(Collection<NodeId> members) {
    return new FixedView(members.toArray(NodeId[]::new));
  }

  /** Members that are numbered one after the other. */
  static View numbered(long first, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a view has at least one member, not " + size);
    }
    NodeId[] members = new NodeId[size];
    for (int i = 0; i < size; i++) {
      members[i] = new NodeId(first + i);
    }
    return new FixedView(members);
  }
}
