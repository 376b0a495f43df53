package coterie.core;

import java.util.Arrays;

/** Members in a sorted array; where they are numbered without a gap, positions are computed. */
final class FixedView implements View {
  private final NodeId[] members;
  private final boolean hasGaps;

  FixedView(NodeId[] members) {
    if (members.length == 0) {
      throw new IllegalArgumentException("a view has at least one member");
    }
    Arrays.sort(members);
    for (int i = 1; i < members.length; i++) {
      if (members[i].equals(members[i - 1])) {
        throw new IllegalArgumentException("a view names each member once; twice: " + members[i]);
      }
    }
    this.members = members;
    this.hasGaps = members[members.length - 1].value() - members[0].value() != members.length - 1;
  }

  @Override
  public int size() {
    return members.length;
  }

  @Override
  public NodeId at(int index) {
    return members[index];
  }

  @Override
  public int indexOf(NodeId member) {
    if (hasGaps) {
      return Math.max(-1, Arrays.binarySearch(members, member));
    }
    long index = member.value() - members[0].value();
    return index >= 0 && index < members.length ? (int) index : -1;
  }

  @Override
  public String toString() {
    return Arrays.toString(members);
  }
}
