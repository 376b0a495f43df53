package coterie.elect.ring;

import coterie.core.NodeId;

/**
 * What tells one journey of a message round the ring from all others.
 *
 * @param initiator who sent it on its way
 * @param incarnation which life of the initiator that was, since a new life forgets its numbers
 * @param number higher than any that the initiator had met by then, in its own laps or in others'
 */
public record Lap(NodeId initiator, long incarnation, long number) {
  /**
   * Whether this lap goes on where the two meet. What begins later, knowing of the other, ranks
   * higher: an election that begins anew is never stopped by those who still wait for the one that
   * failed.
   */
  boolean outranks(Lap other) {
    if (number != other.number) {
      return number > other.number;
    }
    int order = initiator.compareTo(other.initiator);
    return order != 0 ? order > 0 : incarnation > other.incarnation;
  }

  /** Whether it is the same lap, or a later one of the same life of its initiator. */
  boolean includes(Lap other) {
    return initiator.equals(other.initiator)
        && incarnation == other.incarnation
        && number >= other.number;
  }
}
