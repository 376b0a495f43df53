package coterie.core;

/**
 * A protocol that counts the events (crashes and recoveries) of every member. {@link Note.Tested}
 * and {@link Note.Learned} tell each change of a count.
 */
public interface EventCounter {
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
