package coterie.core;

/**
 * A protocol that counts the events (crashes and recoveries) of every member. {@link Tested} and
 * {@link Learned} tell each change of a count.
 */
public interface EventCounter {
  /** A test has ended; the count of its events is even if it was found correct, odd if faulty. */
  record Tested(NodeId who, int count) implements Note {}

  /** Another's newer count of somebody's events was taken over. */
  record Learned(NodeId about, int count, NodeId from) implements Note {}

  /** A tester has found a correct process, or has gone round the whole ring without one. */
  record TurnEnded() implements Note {}

  /** A tester has found all others faulty in this turn: it is the only correct process left. */
  record OnlyOneLeft() implements Note {}

  /** The count that stands for "never heard of". */
  int UNKNOWN = -1;

  /** How many events of that member are known: even, it is up; odd, it is down. */
  int count(NodeId about);

  static boolean isKnown(int count) {
    return count >= 0;
  }

  /** Strict about knowledge: unknown is odd as a number, but says nothing. */
  static boolean isFaulty(int count) {
    return count >= 0 && (count & 1) == 1;
  }
}
